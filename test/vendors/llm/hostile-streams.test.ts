import { afterEach, describe, expect, it } from 'vitest';
import { checkToolCall } from '../../../lambdas/conversation/model/actions/check-tool-call.ts';
import { openAiCompatibleModel } from '../../../lambdas/vendors/llm/openai/openai-model.ts';
import { answerOf } from '../../support/answer-of.ts';
import { BadPeer } from '../../support/peers/bad-peer.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const event = (json: string) => `data: ${json}\n\n`;
const delta = (json: string) => event(`{"choices":[{"delta":${json}}]}`);

/** Streams that no honest API sends; each ends. */
const STREAMS: readonly (readonly [string, string])[] = [
  ['[DONE] at once', event('[DONE]')],
  ['an event of a number', event('5')],
  ['an error as an event', event('{"error":{"message":"sk-secret","code":"x"}}')],
  ['30,000 levels', event(deep(30_000))],
  ['choices that are a number', event('{"choices":7}')],
  ['words that are a number', delta('{"content":5}')],
  ['words that are lists of 30,000 levels', delta(`{"content":${deep(30_000)}}`)],
  ['tool calls that are a number', delta('{"tool_calls":5}')],
  ['a tool call that is null', delta('{"tool_calls":[null]}')],
  ['a kind in the prototype', event('{"__proto__":{"choices":[{"delta":{"content":"attack"}}]}}')],
  ['NUL bytes', '\0'.repeat(1_000)],
  ['text that is no UTF-8', 'data: \xff\xfe\xc0\n\n'],
  ['100,000 comments', ': x\n'.repeat(100_000)],
  ['3 MB of the smallest events', ':\n\n'.repeat(1_000_000)],
  ['a line of 3 MB', `data: ${'x'.repeat(3_000_000)}`],
  ['an event of 100,000 lines', 'data: 1\n'.repeat(100_000)],
  [
    'names of events that mean something',
    'event: error\ndata: {"error":1}\n\nevent: __proto__\ndata: {}\n\n',
  ],
];

let peer: BadPeer | undefined;

afterEach(() => peer?.close());

async function ask(stream: string) {
  peer = new BadPeer({
    name: 'streams',
    act: (socket) => socket.end(Buffer.from(`${HEAD}${stream}`, 'latin1')),
  });
  const baseUrl = `${await peer.listen()}/v1`;
  const model = openAiCompatibleModel(async () => ({ apiKey: 'key', baseUrl, model: 'any' }));
  return answerOf(model, { signal: AbortSignal.timeout(3_000) });
}

describe('a model whose stream has', () => {
  it.each(STREAMS)('%s says nothing and does nothing', async (_, stream) => {
    const begun = performance.now();

    const { text } = await ask(stream);

    expect(text).toBe('');
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it.each([
    [
      'an index that is text',
      '{"tool_calls":[{"index":"NaN","id":"a","function":{"name":"x","arguments":"{}"}}]}',
    ],
    [
      'arguments that are an object',
      '{"tool_calls":[{"index":0,"function":{"name":"x","arguments":{"a":1}}}]}',
    ],
    [
      'arguments 30,000 levels deep',
      `{"tool_calls":[{"index":0,"function":{"name":"x","arguments":"${deep(30_000)}"}}]}`,
    ],
    ['a name of JavaScript', '{"tool_calls":[{"index":0,"function":{"name":"__proto__","arguments":"{}"}}]}'],
  ])('a tool call with %s calls no existing tool', async (_, json) => {
    const { calls } = await ask(delta(json));

    for (const call of calls) expect(checkToolCall([], call)).toHaveProperty('issue');
  });
});
