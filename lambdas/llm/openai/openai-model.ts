import OpenAI from 'openai';
import type { ModelTraits } from '../../domain/records/model-traits.ts';
import { rejectionOf } from '../../runtime/abort-race.ts';
import { boundedFetch } from '../../runtime/outbound/bounded-fetch.ts';
import { AnswerText, LONGEST_MS, MAX_STREAM_BYTES } from '../answer-limits.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import type { TokenMeter } from '../model-usage.ts';
import { estimateTokens, readUsage } from '../model-usage.ts';
import { askAsAccepted } from '../parameters/ask-as-accepted.ts';
import { ToolCallParts } from '../tool-call-parts.ts';
import { type CompletionRequest, completionRequest } from './completion-request.ts';
import { readRefusal } from './read-refusal.ts';

/** Bytes per piece. The package copies the rest of a piece for each event in it: 64 KB of line breaks take seconds. */
const PIECE_BYTES = 4_096;

/** An account at an OpenAI-compatible API, and the model to ask. */
export interface ModelAccount {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** The operator's knowledge about the model. @default nothing */
  readonly traits?: ModelTraits | undefined;
  /** Counts the tokens that are used. @default none are counted: the user pays for the account */
  readonly meter?: TokenMeter | undefined;
}

/** A model at any OpenAI-compatible chat-completions endpoint. The account is awaited when the model is asked. */
export function openAiCompatibleModel(account: () => Promise<ModelAccount>): LanguageModel {
  return {
    async *stream(request) {
      const access = await Promise.race([account(), rejectionOf(request.signal)]);
      const { chunks, ...asked } = await ask(access, request);
      const calls = new ToolCallParts();
      const answer = new AnswerText(request);
      let told: OpenAI.CompletionUsage | undefined;
      try {
        for await (const chunk of chunks) {
          told = chunk.usage ?? told;
          const delta = chunk.choices[0]?.delta;
          if (typeof delta?.content === 'string' && delta.content !== '') {
            const { text, isOver } = answer.add(delta.content);
            yield { kind: 'text', text };
            if (isOver) return;
          }
          for (const part of delta?.tool_calls ?? []) {
            calls.add(part);
            yield { kind: 'tool-part' };
          }
        }
      } finally {
        const { model, meter } = access;
        const text = () => answer.whole + calls.text;
        const usage = readUsage(told, { ...asked, model, answer: text });
        meter?.add(usage.input + usage.output);
        request.onUsage?.(usage);
      }
      if (request.mayUseTools) for (const call of calls.whole) yield { kind: 'tool', call };
    },
  };
}

interface Answering extends Pick<CompletionRequest, 'messages' | 'leftOut'> {
  readonly chunks: AsyncIterable<OpenAI.ChatCompletionChunk>;
}

function ask(access: ModelAccount, request: ModelRequest): Promise<Answering> {
  const { model, baseUrl, traits, meter } = access;
  const isCounted = Boolean(meter ?? request.onUsage);
  let refused = '';
  const onRefused = (text: string) => {
    refused = text;
  };
  return askAsAccepted<Answering>(
    { endpoint: baseUrl, model, traits },
    {
      prepare: (plan) => {
        const prepared = completionRequest(request, plan, { model, baseUrl, isCounted });
        return { ...prepared, send: () => send(access, prepared, { ...request, onRefused }) };
      },
      readRefusal: (error, sent) => readRefusal(error, refused, sent),
    },
  );
}

async function send(
  access: ModelAccount,
  { body, messages, leftOut }: CompletionRequest,
  { signal, onRefused }: ModelRequest & RefusalReader,
): Promise<Answering> {
  requireHeaderText(access.apiKey);
  const isAsked = !signal.aborted;
  try {
    return {
      chunks: await clientFor({ ...access, onRefused }).chat.completions.create(body, { signal }),
      messages,
      leftOut,
    };
  } catch (error) {
    // The vendor has the prompt, and bills it, although nobody waits for an answer to it any more.
    if (isAsked && signal.aborted) access.meter?.add(estimateTokens(JSON.stringify(messages)));
    throw error;
  }
}

/** Throws if a header cannot hold the key. Node's own error would repeat the key, and errors are logged. */
function requireHeaderText(apiKey: string): void {
  if (/[\0\r\n]/.test(apiKey.trim())) throw new Error('The API key has a line break or a null character.');
}

/** Receives the body of a refusal: the package keeps only OpenAI's own form of it. */
interface RefusalReader {
  readonly onRefused: (body: string) => void;
}

function clientFor({
  apiKey,
  baseUrl,
  onRefused,
}: Pick<ModelAccount, 'apiKey' | 'baseUrl'> & RefusalReader): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // The callee would hear a retry as silence; the conversation asks its fallback instead.
    maxRetries: 0,
    async fetch(url, init) {
      const response = await bounded(url, init);
      if (response.ok) return response;
      const body = await response.text();
      onRefused(body);
      return new Response(body === '' ? null : body, response);
    },
    // The package would log unparsable data, which contains what was said.
    logLevel: 'off',
  });
}

const bounded = boundedFetch({
  timeoutMs: LONGEST_MS,
  maxBytes: MAX_STREAM_BYTES,
  pieceBytes: PIECE_BYTES,
});
