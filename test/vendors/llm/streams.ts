// Streams of OpenAI-compatible APIs, as vendors and proxies send them.

const chunk = (json: unknown) => `data: ${JSON.stringify(json)}\n\n`;
const delta = (value: unknown, more: object = {}) =>
  chunk({ choices: [{ index: 0, delta: value, ...more }] });
export const says = (content: unknown) => delta({ content });
export const ends = (finish_reason: unknown = 'stop') => delta({}, { finish_reason });
export const calls = (...tool_calls: unknown[]) => delta({ tool_calls });

/** A part of a tool call. */
const part = (index: unknown, id: unknown, name?: string | null, args?: unknown) => ({
  index,
  id,
  function: { name, arguments: args },
});
const none = undefined;
const ARGS = '{"number":7}';

type CallStream = readonly [string, ...(readonly unknown[])[]];

/** Each calls `look_up` with the number 7, by these chunks of tool calls. */
export const ONE_CALL: readonly CallStream[] = [
  ['the name in each part', [part(0, 'a', 'look_up', '{"num')], [part(0, 'a', 'look_up', 'ber":7}')]],
  [
    'another id in each part',
    [part(0, 'a', 'look_up')],
    [part(0, 'b', '', '{"number"')],
    [part(0, 'c', null, ':7}')],
  ],
  [
    'another id and the name in each',
    [part(0, 'a', 'look_up', '{"number"')],
    [part(0, 'b', 'look_up', ':7}')],
    [part(0, 'c', 'look_up', '')],
  ],
  [
    'the same without an index',
    [part(none, 'a', 'look_up', '{"number"')],
    [part(none, 'b', 'look_up', ':7}')],
  ],
  ['the name in pieces', [part(0, 'a', 'look')], [part(0, none, '_up')], [part(0, none, none, ARGS)]],
  ['the arguments before the name', [part(0, none, none, ARGS)], [part(0, 'a', 'look_up')]],
  ['arguments that are an object', [part(0, 'a', 'look_up', { number: 7 })]],
  [
    'empty arguments first',
    [part(0, 'a', 'look_up', {})],
    [part(0, none, none, '{"number"')],
    [part(0, none, none, ':7}')],
  ],
  ['all of it twice', [part(0, 'a', 'look_up', ARGS)], [part(0, 'a', 'look_up', ARGS)]],
  [
    'an index in some parts',
    [part(none, 'a', 'look_up', '{"num')],
    [part(0, none, null, 'ber"')],
    [part(none, none, null, ':7}')],
  ],
  [
    'neither index nor id',
    [part(none, none, 'look_up', '{"num')],
    [part(none, none, 'look_up', 'ber":7}')],
    [{}, null],
  ],
  ['null for what is missing', [part(null, 'a', 'look_up', null)], [part(null, null, null, ARGS)]],
];

/** Each calls `look_up` with the number 7 as `a`, then `end`. */
export const TWO_CALLS: readonly CallStream[] = [
  [
    'in pieces',
    [part(0, 'a', 'look_up')],
    [part(1, 'b', 'end')],
    [part(0, none, none, '{"number"')],
    [part(1, none, none, '{}'), part(0, none, none, ':7}')],
  ],
  [
    'in pieces without an index',
    [part(none, 'a', 'look_up'), part(none, 'b', 'end')],
    [part(none, 'b', null, '{}'), part(none, 'a', null, ARGS)],
  ],
  ['whole, without an index', [part(none, 'a', 'look_up', ARGS), part(none, 'b', 'end', '{}')]],
  ['whole, with the same index', [part(0, 'a', 'look_up', ARGS)], [part(0, 'b', 'end', '{}')]],
  ['whole, with the same id', [part(0, 'a', 'look_up', ARGS), part(1, 'a', 'end', '{}')]],
  [
    'in pieces with the same index',
    [part(0, 'a', 'look_up', ARGS)],
    [part(0, 'b', 'end')],
    [part(0, none, '', '{}')],
  ],
  [
    'with the id in each',
    [part(0, 'a', 'look_up', '{"num')],
    [part(0, 'a', none, 'ber":7}')],
    [part(1, 'b', 'end', '{}')],
  ],
  ['with indexes that begin at 3', [part(3, 'a', 'look_up', ARGS), part(5, 'b', 'end')]],
];
