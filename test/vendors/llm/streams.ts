// Streams of OpenAI-compatible APIs, as vendors and proxies send them.

export const chunk = (json: unknown) => `data: ${JSON.stringify(json)}\n\n`;
const delta = (value: unknown, more: object = {}) =>
  chunk({ choices: [{ index: 0, delta: value, ...more }] });
export const says = (content: unknown) => delta({ content });
export const ends = (finish_reason: unknown = 'stop') => delta({}, { finish_reason });
export const calls = (...tool_calls: unknown[]) => delta({ tool_calls });

const WORDS = says('Good day ') + says('to you.');
const WHOLE = WORDS + ends();
const USAGE = { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 };
const DONE = 'data: [DONE]\n\n';

/** Each says "Good day to you." and is whole. */
export const WHOLE_STREAMS: readonly (readonly [string, string])[] = [
  ['[DONE] at its end', WHOLE + DONE],
  ['no [DONE]', WHOLE],
  ['[DONE] twice and words after it', `${WHOLE}${DONE}${DONE}${says('more')}`],
  ['a usage without choices', WHOLE + chunk({ usage: USAGE }) + DONE],
  ['a usage with choices of null', WHOLE + chunk({ choices: null, usage: USAGE })],
  [
    'a usage first, then null and nothing',
    chunk({ usage: USAGE }) + WHOLE + chunk({ choices: [], usage: null }),
  ],
  [
    'a usage twice',
    chunk({ usage: { total_tokens: 1 } }) + WHOLE + chunk({ usage: USAGE }) + chunk({ usage: {} }),
  ],
  ['deltas that are null or missing', delta(null) + chunk({ choices: [{}] }) + WHOLE + delta(undefined)],
  ['a reason without a delta', WORDS + chunk({ choices: [{ finish_reason: 'stop' }] })],
  [
    'a reason with the last words',
    says('Good day ') + delta({ content: 'to you.' }, { finish_reason: 'stop' }),
  ],
  ['a reason before the last words', says('Good day ') + ends() + says('to you.') + ends(null)],
  ['an empty reason in other chunks', ends('') + WORDS + ends() + ends('')],
  ['an unknown reason', WORDS + ends('eos_token')],
  ['the reason of a function', WORDS + ends('function_call')],
  ['chunks that are no objects', [null, 5, [], 'x', true].map(chunk).join('') + WHOLE],
  ['null in its lists', chunk({ choices: [null] }) + calls(null, {}, 5) + WHOLE],
  ['other fields', chunk({ error: null, id: 7, choices: [{ delta: { reasoning: 'Hm' } }] }) + WHOLE],
  ['an empty error', WHOLE + chunk({ error: {} })],
  [
    'other choices',
    WHOLE + chunk({ choices: [{ index: 1, delta: { content: 'No.' }, finish_reason: 'length' }] }),
  ],
  [
    'two choices a chunk',
    chunk({ choices: [{ index: 1, delta: { content: 'No.' } }, { index: 0 }] }) + WHOLE,
  ],
  ['choices without an index', WHOLE.replaceAll('"index":0,', '')],
  ['lines as in HTTP', (WHOLE + DONE).replaceAll('\n', '\r\n')],
  ['lines of both kinds', WHOLE.replace('\n\n', '\r\n\n').replace(/\n\n$/, '\n\r\n')],
  ['no space after its fields', WHOLE.replaceAll('data: ', 'data:')],
  ['no blank line at its end', WHOLE.trimEnd()],
  ['no blank lines', WHOLE.replaceAll('\n\n', '\n')],
  ['JSON of several lines', WHOLE.replaceAll(',', ',\ndata: ')],
  ['comments', `: ping\n\n${WHOLE.replaceAll('\n\n', '\n\n:\n\n')}`],
  ['other fields of events', `retry: 10\n\n${WHOLE.replaceAll('data:', 'id: 7\nevent: message\ndata:')}`],
  ['events without data', `event: ping\n\ndata:\n\ndata: \n\ndata\n\n${WHOLE}event: ping\n\n`],
  ['a byte order mark', `\uFEFF${WHOLE}`],
];

/** Each says "Good day ", and is not whole. */
export const BROKEN_STREAMS: readonly (readonly [string, string])[] = [
  ['no reason', says('Good day ')],
  ['no reason, but [DONE]', says('Good day ') + DONE],
  ['a last event that is cut', says('Good day ') + ends().slice(0, -9)],
  ['an event that is no JSON', `${says('Good day ')}data: {"choices"\n\n${ends()}`],
  ['an error in a chunk', says('Good day ') + chunk({ choices: [], error: { code: 502 } }) + ends()],
  ['an error in words', says('Good day ') + chunk({ error: 'overloaded' }) + ends()],
  [
    'the reason of another choice',
    says('Good day ') + chunk({ choices: [{ index: 1, finish_reason: 'stop' }] }),
  ],
];

/** Reasons with which an answer is not whole, and those of which are a limit of its length. */
export const BROKEN_REASONS = [
  null,
  '',
  'null',
  5,
  {},
  'content_filter',
  'SAFETY',
  'error',
  'abort',
  'refusal',
];
export const CUT_REASONS = [
  'length',
  'max_tokens',
  'MAX_TOKENS',
  'model_length',
  'model_context_window_exceeded',
];

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
