import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pause } from '../http/pause.ts';
import { ModelError } from './model-traits.ts';
import type { LoggedRequest } from './request-log.ts';
import type { EndlessKind } from './rules.ts';
import type { CompletionRequest, Decision } from './script-book.ts';

type FinishReason = 'stop' | 'tool_calls';

/** The chat-completions shapes of one answer. */
function shapesOf({ model, messages, stream_options: asked }: CompletionRequest) {
  const head = {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    ...{ object: 'chat.completion.chunk', created: Math.floor(Date.now() / 1000), model },
  };
  const isUsageAsked = asked?.include_usage === true;
  const prompt = messages.flatMap(({ content }) => content.split(/\s+/).filter(Boolean)).length;
  return {
    chunk: (delta: Readonly<Record<string, unknown>>, finish_reason: FinishReason | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      ...(isUsageAsked && { usage: null }),
    }),
    usageChunk: (tokens: number) =>
      isUsageAsked && {
        ...head,
        choices: [],
        usage: { prompt_tokens: prompt, completion_tokens: tokens, total_tokens: prompt + tokens },
      },
  };
}
type Shapes = ReturnType<typeof shapesOf>;

/** The deltas of a tool call: its name first, then its arguments in two parts. */
function toolCallDeltas({ name, arguments: args }: NonNullable<Decision['toolCall']>) {
  const half = Math.ceil(args.length / 2);
  const id = `call_${randomBytes(12).toString('hex')}`;
  const first = { index: 0, id, type: 'function', function: { name, arguments: '' } };
  const rest = [args.slice(0, half), args.slice(half)].filter((part) => part !== '');
  return [first, ...rest.map((part) => ({ index: 0, function: { arguments: part } }))].map((call) => ({
    tool_calls: [call],
  }));
}

interface Answer {
  readonly request: CompletionRequest;
  readonly decision: Decision;
  readonly entry: LoggedRequest;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/** Streams an answer by the rule, complete or with a fault. */
export async function giveAnswer(answer: Answer): Promise<void> {
  const { request, decision, response, signal } = answer;
  const { rule } = decision;
  if (rule.fault === 'http_500') {
    await pause(rule.first_token_ms, signal);
    throw new ModelError(500, 'server_error', null, 'The server had an error while processing your request.');
  }
  const shapes = shapesOf(request);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  await pause(rule.first_token_ms, signal);
  await sendChunk(answer, shapes.chunk({ role: 'assistant', content: '' }));
  const count = await streamText(answer, shapes);
  if (rule.fault === 'hang') await once(signal, 'abort');
  if (rule.fault === 'cut') {
    response.destroy();
    return;
  }
  if (rule.endless) await streamForEver(answer, shapes);
  await sendChunk(answer, shapes.chunk({}, await streamToolCall(answer, shapes)));
  const usage = rule.usage && shapes.usageChunk(count);
  if (usage) await sendChunk(answer, usage);
  response.end('data: [DONE]\n\n');
}

/** Streams the text word by word, as far as the rule permits. Returns the number of words. */
async function streamText(answer: Answer, shapes: Shapes): Promise<number> {
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

async function streamToolCall(answer: Answer, shapes: Shapes): Promise<FinishReason> {
  const { toolCall, rule } = answer.decision;
  if (!toolCall) return 'stop';
  note(answer.entry, '');
  for (const [index, delta] of toolCallDeltas(toolCall).entries()) {
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
async function streamForEver(answer: Answer, shapes: Shapes): Promise<void> {
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

function* endlessPieces(kind: EndlessKind, shapes: Shapes): Generator<string, never> {
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
    letters: () => event({ content: 'a' }),
    sentences: (count) => event({ content: `This is sentence number ${count}. ` }),
    line: (count) => (count === 0 ? 'data: ' : 'x'.repeat(1_000)),
  };
  for (let count = 0; ; count++) yield every[kind](count);
}
