import { randomBytes } from 'node:crypto';
import { pause } from '../http/pause.ts';
import { ModelError } from './model-traits.ts';
import type { EndlessKind } from './rules.ts';
import type { CompletionRequest, Decision } from './script-book.ts';
import { type Answer, halvesOf, streamAnswer } from './stream-answer.ts';

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
  const id = `call_${randomBytes(12).toString('hex')}`;
  const first = { index: 0, id, type: 'function', function: { name, arguments: '' } };
  const rest = halvesOf(args).filter((part) => part !== '');
  return [first, ...rest.map((part) => ({ index: 0, function: { arguments: part } }))].map((call) => ({
    tool_calls: [call],
  }));
}

const inEvents = (...chunks: readonly unknown[]) =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');

/** Streams an answer of the chat-completions API. */
export async function giveAnswer(answer: Answer & { readonly request: CompletionRequest }): Promise<void> {
  const { request, decision, response, signal } = answer;
  const { rule, toolCall } = decision;
  if (rule.fault === 'http_500') {
    await pause(rule.first_token_ms, signal);
    throw new ModelError(500, 'server_error', null, 'The server had an error while processing your request.');
  }
  const shapes = shapesOf(request);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  await pause(rule.first_token_ms, signal);
  await streamAnswer(answer, {
    start: inEvents(shapes.chunk({ role: 'assistant', content: '' })),
    token: (content) => inEvents(shapes.chunk({ content })),
    endless: rule.endless && endlessPieces(rule.endless, shapes),
    toolCall: (call) => toolCallDeltas(call).map((delta) => inEvents(shapes.chunk(delta))),
    end: (tokens) => {
      const usage = rule.usage && shapes.usageChunk(tokens);
      const last = inEvents(shapes.chunk({}, toolCall ? 'tool_calls' : 'stop'));
      return `${last}${usage ? inEvents(usage) : ''}data: [DONE]\n\n`;
    },
  });
}

function* endlessPieces(kind: EndlessKind, shapes: Shapes): Generator<string, never> {
  const event = (delta: Readonly<Record<string, unknown>>) => inEvents(shapes.chunk(delta));
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
