import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pause } from '../http/pause.ts';
import type { LoggedRequest } from './request-log.ts';
import type { Rule } from './rules.ts';
import type { Decision } from './script-book.ts';

export interface Answer {
  readonly decision: Decision;
  readonly entry: LoggedRequest;
  readonly response: ServerResponse;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

type Chunk = string | Buffer;

/** How an API writes the parts of an answer. */
export interface AnswerForm {
  readonly start: Chunk;
  readonly token: (text: string) => Chunk;
  readonly afterText?: Chunk | undefined;
  /** Ends the stream after the text, in place of the rest. */
  readonly exception?: Chunk | undefined;
  /** Follows the text, without an end. */
  readonly endless?: Iterable<Chunk> | undefined;
  readonly toolCall: (call: NonNullable<Decision['toolCall']>) => readonly Chunk[];
  readonly end: (tokens: number) => Chunk;
}

/** Streams an answer by its rule, complete or with a fault. Rejects when the client disconnects. */
export async function streamAnswer(
  { decision: { rule, text, toolCall }, entry, response, signal }: Answer,
  form: AnswerForm,
): Promise<void> {
  const write = async (chunk: Chunk) => {
    signal.throwIfAborted();
    if (!response.write(chunk)) await once(response, 'drain', { signal });
  };
  const note = (token: string) => {
    entry.first_token_at ??= new Date().toISOString();
    entry.sent_text += token;
  };
  await write(form.start);
  const tokens = text.match(/\s*\S+|\s+$/g) ?? [];
  for (const [index, token] of tokens.slice(0, faultAfter(rule, tokens.length)).entries()) {
    if (index > 0) await pause(rule.token_ms, signal);
    note(token);
    await write(form.token(token));
  }
  if (form.exception) {
    response.end(form.exception);
    return;
  }
  if (rule.fault === 'hang') await once(signal, 'abort');
  if (rule.fault === 'cut') {
    response.destroy();
    return;
  }
  if (form.afterText) await write(form.afterText);
  for (const piece of form.endless ?? []) {
    await write(piece);
    // At least one turn of the event loop, so that a disconnect is noticed.
    await pause(rule.token_ms, signal);
  }
  if (toolCall) note('');
  for (const [index, chunk] of (toolCall ? form.toolCall(toolCall) : []).entries()) {
    if (index > 0) await pause(rule.tool_ms, signal);
    await write(chunk);
  }
  response.end(form.end(tokens.length));
}

/** Tokens after which a stream stalls or breaks off. */
function faultAfter({ fault, exception, after_tokens: after }: Rule, tokens: number): number {
  if (fault === 'cut') return after ?? Math.floor(tokens / 2);
  return fault === 'hang' || exception !== undefined ? (after ?? 0) : tokens;
}

/** The arguments of a tool call in the two parts in which they are streamed. */
export function halvesOf(text: string): readonly [string, string] {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)];
}
