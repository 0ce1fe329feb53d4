import type { AnswerShapes } from './answer-shapes.ts';
import type { EndlessKind } from './endless-kind.ts';

/** Pieces of an endless stream, in the form of the response. */
export function* endlessPieces(kind: EndlessKind, shapes: AnswerShapes): Generator<string, never> {
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
