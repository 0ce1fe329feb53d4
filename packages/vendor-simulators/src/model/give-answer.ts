import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { answerJson } from '../http/http-server.ts';
import { pause } from '../http/pause.ts';
import { AnswerShapes, type FinishReason } from './answer-shapes.ts';
import type { CompletionRequest } from './completion-request.ts';
import type { EndlessKind } from './endless-kind.ts';
import { ModelError } from './model-error.ts';
import type { LoggedRequest } from './request-log.ts';
import type { Decision } from './script-book.ts';

interface Answer {
  readonly request: CompletionRequest;
  readonly decision: Decision;
  readonly cached: number;
  readonly entry: LoggedRequest;
  readonly response: ServerResponse;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Answers by the rule: at once or streamed, complete or with a fault. */
export async function giveAnswer(answer: Answer): Promise<void> {
  const { rule } = answer.decision;
  if (rule.fault === 'http_500' || rule.fault === 'http_429') {
    await pause(rule.first_token_ms, answer.signal);
    throw rule.fault === 'http_500'
      ? new ModelError(500, 'server_error', null, 'The server had an error while processing your request.')
      : new ModelError(429, 'requests', 'rate_limit_exceeded', 'Rate limit reached for requests.');
  }
  await (answer.request.stream ? stream(answer) : respond(answer));
}

async function respond({ request, decision, cached, entry, response, signal }: Answer): Promise<void> {
  const { rule, text } = decision;
  const tokens = tokensOf(text);
  await pause(rule.first_token_ms + rule.token_ms * tokens.length, signal);
  if (rule.fault === 'hang') await untilGone(signal);
  if (rule.fault === 'cut') {
    response.destroy();
    return;
  }
  if (rule.fault === 'garbage') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "chatcmpl');
    return;
  }
  entry.first_token_at = new Date().toISOString();
  entry.sent_text = text;
  const said = rule.fault === 'empty' ? { text: '', toolCall: undefined } : decision;
  answerJson(response, 200, new AnswerShapes(request, cached).completion(said, tokens.length));
}

async function stream(answer: Answer): Promise<void> {
  const { request, decision, cached, response, signal } = answer;
  const { rule } = decision;
  const shapes = new AnswerShapes(request, cached);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  await pause(rule.first_token_ms, signal);
  if (rule.fault === 'garbage') {
    response.end('data: {"id": "chatcmpl\n\n');
    return;
  }
  await sendChunk(answer, shapes.chunk({ role: 'assistant', content: '' }));
  const count = rule.fault === 'empty' ? 0 : await streamText(answer, shapes);
  if (rule.fault === 'hang') await untilGone(signal);
  if (rule.fault === 'cut') {
    response.destroy();
    return;
  }
  if (rule.endless) await streamForEver(answer, shapes);
  await sendChunk(answer, shapes.chunk({}, await streamToolCall(answer, shapes)));
  const usage = rule.usage ? shapes.usageChunk(count) : undefined;
  if (usage) await sendChunk(answer, usage);
  response.end('data: [DONE]\n\n');
}

/** Streams the text word by word, as far as the rule permits. Returns the number of words. */
async function streamText(answer: Answer, shapes: AnswerShapes): Promise<number> {
  const { decision, entry, signal } = answer;
  const tokens = tokensOf(decision.text);
  const sent = tokens.slice(0, faultAfter(decision, tokens.length));
  for (const [index, token] of sent.entries()) {
    if (index > 0) await pause(decision.rule.token_ms, signal);
    note(entry, token);
    await sendChunk(answer, shapes.chunk({ content: token }));
  }
  return tokens.length;
}

async function streamToolCall(answer: Answer, shapes: AnswerShapes): Promise<FinishReason> {
  const { toolCall, rule } = answer.decision;
  if (!toolCall || rule.fault === 'empty') return 'stop';
  note(answer.entry, '');
  for (const [index, delta] of shapes.toolCallDeltas(toolCall).entries()) {
    if (index > 0) await pause(rule.tool_ms, answer.signal);
    await sendChunk(answer, shapes.chunk(delta));
  }
  return 'tool_calls';
}

/** Tokens after which a stream stalls or breaks off. */
function faultAfter({ rule }: Decision, tokens: number): number {
  if (rule.fault === 'cut') return rule.after_tokens ?? Math.floor(tokens / 2);
  return rule.fault === 'hang' ? (rule.after_tokens ?? 0) : tokens;
}

function tokensOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

function note(entry: LoggedRequest, token: string): void {
  entry.first_token_at ??= new Date().toISOString();
  entry.sent_text += token;
}

/** Rejects when the client disconnects. */
async function streamForEver(answer: Answer, shapes: AnswerShapes): Promise<void> {
  const { rule } = answer.decision;
  if (!rule.endless) return;
  for (const piece of endlessPieces(rule.endless, shapes)) {
    await write(answer, piece);
    // At least one turn of the event loop, so that a disconnect is noticed.
    await pause(rule.token_ms, answer.signal);
  }
}

function sendChunk(answer: Answer, chunk: unknown): Promise<void> {
  return write(answer, `data: ${JSON.stringify(chunk)}\n\n`);
}

async function write({ response, signal }: Answer, text: string): Promise<void> {
  signal.throwIfAborted();
  if (!response.write(text)) await once(response, 'drain', { signal });
}

function untilGone(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function* endlessPieces(kind: EndlessKind, shapes: AnswerShapes): Generator<string, never> {
  const event = (delta: Readonly<Record<string, unknown>>) =>
    `data: ${JSON.stringify(shapes.chunk(delta))}\n\n`;
  const toolCall = (index: number, part: object, id?: string) =>
    event({ tool_calls: [{ index, ...(id !== undefined && { id, type: 'function' }), function: part }] });
  const every: Readonly<Record<EndlessKind, (count: number) => string>> = {
    tool_parts: (count) =>
      count === 0
        ? toolCall(0, { name: 'end_conversation', arguments: '{"reason":"' }, 'call_endless')
        : toolCall(0, { arguments: 'on and on ' }),
    tool_calls: (count) =>
      toolCall(count, { name: 'end_conversation', arguments: '{}' }, `call_endless_${count}`),
    empty: () => event({}),
    reasoning: () => event({ reasoning_content: 'Let me think again. ' }),
    comments: () => ': ping\n\n',
    blank: () => event({ content: ' ' }),
    letters: () => event({ content: 'a' }),
    sentences: (count) => event({ content: `This is sentence number ${count}. ` }),
    line: (count) => (count === 0 ? 'data: ' : 'x'.repeat(1_000)),
  };
  for (let count = 0; ; count++) yield every[kind](count);
}
