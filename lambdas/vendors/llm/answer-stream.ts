import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelMessage } from '../model/llm-message.ts';
import { maxLengthOf, maxTokensOf } from './answer-limits.ts';
import {
  askAsAccepted,
  type KnownModel,
  type Plan,
  type PlannedRequest,
  type Refusal,
} from './ask-as-accepted.ts';
import type { ModelChunk, ModelRequest } from './language-model.ts';
import { AnswerTooLong } from './model-failure.ts';
import { estimateTokens, type ReportedUsage, readUsage, type TokenMeter } from './model-usage.ts';
import { type ToolCallPart, ToolCallParts } from './tool-call-parts.ts';

export interface MeteredModel extends KnownModel {
  /** Counts the used tokens. @default they aren't counted: the user pays for the account */
  readonly meter?: TokenMeter | undefined;
}

/** A request in the form of a vendor's API. */
export interface ModelApiRequest extends PlannedRequest {
  readonly body: object;
  /** The messages that fit, to estimate their tokens, and the number of those that don't. */
  readonly messages: readonly ModelMessage[];
  readonly leftOut: number;
}

/** A part of an answer, in the terms of chat completions. */
export interface AnswerPart {
  readonly text?: string | null | undefined;
  readonly calls?: readonly ToolCallPart[] | undefined;
  readonly usage?: ReportedUsage | undefined;
  /** The vendor's finish reason. An answer without one is incomplete. */
  readonly finishReason?: string | undefined;
  /** Nothing follows. */
  readonly isLast?: boolean;
}

export interface ModelApi<Request extends ModelApiRequest> {
  prepare(plan: Plan): Request;
  /** Resolves when the vendor begins to answer; rejects if it refuses. */
  send(request: Request): Promise<AsyncIterable<AnswerPart>>;
  readRefusal(error: unknown, request: PlannedRequest): Refusal | undefined;
}

/** Streams an answer within its limits. Throws if it is incomplete; AnswerTooLong if only its end is missing. */
export async function* streamAnswer<Request extends ModelApiRequest>(
  askedModel: MeteredModel,
  request: ModelRequest,
  api: ModelApi<Request>,
): AsyncGenerator<ModelChunk> {
  const { model, meter } = askedModel;
  const { signal } = request;
  const { parts, sentRequest, count } = await askAsAccepted(askedModel, {
    prepare: (plan) => {
      const prepared = api.prepare(plan);
      const isAsked = !signal.aborted;
      const send = async () => {
        const count = await meter?.reserve(() => prepared.tokens() + maxTokensOf(request, plan));
        try {
          return { parts: await api.send(prepared), sentRequest: prepared, count };
        } catch (error) {
          // The vendor has the prompt and bills it, although the answer is no longer needed.
          const isBilled = isAsked && signal.aborted;
          await count?.(isBilled ? estimateTokens(JSON.stringify(prepared.messages)) : 0);
          throw error;
        }
      };
      return { ...prepared, send };
    },
    readRefusal: api.readRefusal,
  });
  const calls = new ToolCallParts();
  const maxLength = maxLengthOf(request);
  let answer = '';
  let reported: ReportedUsage | undefined;
  let finishReason: string | undefined;
  try {
    for await (const part of untilOver(parts)) {
      reported = part.usage ?? reported;
      finishReason = part.finishReason || finishReason;
      if (part.text) {
        const text = part.text.slice(0, maxLength - answer.length);
        answer += text;
        yield { kind: 'text', text };
        if (text !== part.text) throw new AnswerTooLong();
      }
      for (const call of part.calls ?? []) {
        calls.add(call);
        yield { kind: 'tool-part' };
      }
    }
    requireWhole(finishReason);
  } finally {
    const { messages, leftOut } = sentRequest;
    const usage = readUsage(reported, { model, messages, leftOut, answer: () => answer + calls.text });
    request.onUsage?.(usage);
    await count?.(usage.input + usage.output);
  }
  if (request.mayUseTools) for (const call of calls.whole) yield { kind: 'tool', call };
}

/** Milliseconds to wait for another part after a finish reason: usage, or text if a vendor sends the reason early. */
const AFTER_REASON_MS = 500;
/** The same for the end of the response after the last part, without which its connection is closed. */
const AFTER_LAST_MS = 50;

/** The parts of an answer. After a finish reason the answer is over, even if the stream fails or stays open. */
async function* untilOver(parts: AsyncIterable<AnswerPart>): AsyncGenerator<AnswerPart> {
  const iterator = parts[Symbol.asyncIterator]();
  let waitMs: number | undefined;
  try {
    for (;;) {
      const next = iterator.next();
      const result = await (waitMs ? Promise.race([next.catch(() => undefined), sleep(waitMs)]) : next);
      if (!result || result.done) return;
      yield result.value;
      if (result.value.finishReason) waitMs = AFTER_REASON_MS;
      if (result.value.isLast) waitMs = AFTER_LAST_MS;
    }
  } finally {
    iterator.return?.().catch(() => undefined);
  }
}

/** Finish reasons of answers that the vendor stopped, and of those that reached a limit, such as `max_tokens`. */
const STOPPED = /filter|guard|safety|refus|error|abort|cancel|malformed|insufficient|timeout/i;
const TOO_LONG = /length|max_|limit|exceeded/i;

/** Throws if an answer ended without a finish reason, or with one that means it is incomplete. */
function requireWhole(finishReason: string | undefined): void {
  if (!finishReason) throw new Error("The language model's answer ended early.");
  if (STOPPED.test(finishReason)) throw new Error("The vendor stopped the language model's answer.");
  if (TOO_LONG.test(finishReason)) throw new AnswerTooLong();
}
