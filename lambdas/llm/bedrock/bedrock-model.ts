import * as z from 'zod/mini';
import type { ModelTraits } from '../../domain/records/model-traits.ts';
import { boundedFetch } from '../../runtime/outbound/bounded-fetch.ts';
import { AnswerText, LONGEST_MS, MAX_STREAM_BYTES } from '../answer-limits.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { estimateTokens, readUsage } from '../model-usage.ts';
import { askAsAccepted } from '../parameters/ask-as-accepted.ts';
import type { TokenMeter } from '../token-meter.ts';
import { ToolCallParts } from '../tool-call-parts.ts';
import { BedrockError } from './bedrock-error.ts';
import { type ConverseRequest, converseRequest } from './converse-request.ts';
import { readEventStream } from './event-stream.ts';
import { readRefusal } from './read-refusal.ts';
import { signPost } from './sign-request.ts';

/** A model of Amazon Bedrock that the function's role may ask. */
export interface BedrockAccess {
  /** The address of Bedrock's runtime in a region. */
  readonly url: string;
  readonly region: string;
  /** The id of a foundation model or of an inference profile, or an ARN. */
  readonly model: string;
  /** The operator's knowledge about the model. @default nothing */
  readonly traits?: ModelTraits | undefined;
  /** Counts the tokens that are used. */
  readonly meter?: TokenMeter | undefined;
}

const count = () => z.optional(z.number());
const part = z.lazy(() =>
  z.object({
    contentBlockIndex: count(),
    start: z.optional(
      z.object({ toolUse: z.optional(z.object({ toolUseId: z.string(), name: z.string() })) }),
    ),
    delta: z.optional(
      z.object({
        text: z.optional(z.string()),
        toolUse: z.optional(z.object({ input: z.optional(z.string()) })),
      }),
    ),
    stopReason: z.optional(z.string()),
    usage: z.optional(
      z.object({
        inputTokens: count(),
        outputTokens: count(),
        cacheReadInputTokens: count(),
        cacheWriteInputTokens: count(),
      }),
    ),
  }),
);
type Part = z.infer<typeof part>;

/**
 * A model of Amazon Bedrock, with authentication by IAM:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export function bedrockModel(access: BedrockAccess): LanguageModel {
  return {
    async *stream(request) {
      const { body, ...asked } = await ask(access, request);
      const calls = new ToolCallParts();
      const answer = new AnswerText(request);
      let told: Part['usage'];
      let stopReason: string | undefined;
      try {
        for await (const event of readEventStream(body)) {
          const { start, delta, contentBlockIndex: index = 0, ...rest } = part.parse(event.body);
          told = rest.usage ?? told;
          stopReason = rest.stopReason ?? stopReason;
          if (delta?.text) {
            const { text, isOver } = answer.add(delta.text);
            yield { kind: 'text', text };
            if (isOver) return;
          }
          const { toolUseId: id, name } = start?.toolUse ?? {};
          const input = delta?.toolUse?.input;
          if (name === undefined && input === undefined) continue;
          calls.add({ index, id, function: { name, arguments: input } });
          yield { kind: 'tool-part' };
        }
        if (stopReason === undefined) throw new Error('The answer of the language model broke off.');
      } finally {
        const text = () => answer.whole + calls.text;
        const usage = readUsage(reported(told), { ...asked, model: access.model, answer: text });
        access.meter?.add(usage.input + usage.output);
        request.onUsage?.(usage);
      }
      if (!request.mayUseTools) return;
      for (const call of calls.whole)
        yield { kind: 'tool', call: { ...call, arguments: call.arguments || '{}' } };
    },
  };
}

/** The usage in the form of chat completions. Bedrock counts cached tokens separately. */
function reported(usage: Part['usage']) {
  if (!usage) return undefined;
  const { inputTokens = 0, outputTokens = 0, cacheReadInputTokens = 0, cacheWriteInputTokens = 0 } = usage;
  const input = inputTokens + cacheReadInputTokens + cacheWriteInputTokens;
  return {
    prompt_tokens: input,
    total_tokens: input + outputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadInputTokens },
  };
}

/** An answer that Bedrock has begun. */
interface Answering extends Pick<ConverseRequest, 'messages' | 'leftOut'> {
  readonly body: AsyncIterable<Uint8Array>;
}

function ask(access: BedrockAccess, request: ModelRequest): Promise<Answering> {
  const { model, url: endpoint, traits } = access;
  return askAsAccepted<Answering>(
    { endpoint, model, traits },
    {
      prepare: (plan) => {
        const prepared = converseRequest(model, request, plan);
        return { ...prepared, send: () => send(access, prepared, request) };
      },
      readRefusal,
    },
  );
}

async function send(
  { url, region, model, meter }: BedrockAccess,
  { body, messages, leftOut }: ConverseRequest,
  { signal }: ModelRequest,
): Promise<Answering> {
  const isAsked = !signal.aborted;
  try {
    const text = JSON.stringify(body);
    const address = new URL(`${url}/model/${encodeURIComponent(model)}/converse-stream`);
    const headers = await signPost(address, { region, body: text });
    const response = await bounded(address, { method: 'POST', headers, body: text, signal });
    if (!response.ok) throw await refusalOf(response);
    if (!response.body) throw new Error('Amazon Bedrock answered without a body.');
    return { body: response.body, messages, leftOut };
  } catch (error) {
    // Bedrock has the prompt, and bills it, although nobody waits for an answer to it any more.
    if (isAsked && signal.aborted) meter?.add(estimateTokens(JSON.stringify(messages)));
    throw error;
  }
}

const bounded = boundedFetch({ timeoutMs: LONGEST_MS, maxBytes: MAX_STREAM_BYTES });

const refusal = z.lazy(() => z.object({ message: z.optional(z.string()) }));

/** The name of an exception, from a header in which a URL may follow it. */
async function refusalOf(response: Response): Promise<BedrockError> {
  const [code = ''] = (response.headers.get('x-amzn-errortype') ?? '').split(/[:#]/);
  const body: unknown = await response.json().catch(() => undefined);
  return new BedrockError(
    code || 'UnknownException',
    response.status,
    refusal.safeParse(body).data?.message ?? '',
  );
}
