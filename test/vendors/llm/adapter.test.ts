import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { AnswerTooLong, describeModelFailure } from '../../../lambdas/vendors/llm/model-failure.ts';
import { TokenMeter } from '../../../lambdas/vendors/llm/model-usage.ts';
import { openAiCompatibleModel } from '../../../lambdas/vendors/llm/openai/openai-model.ts';
import { answerOf } from '../../support/answer-of.ts';
import { Peer, type PeerRequest } from '../../support/peer.ts';
import {
  BROKEN_REASONS,
  BROKEN_STREAMS,
  CUT_REASONS,
  calls,
  ends,
  ONE_CALL,
  says,
  TWO_CALLS,
  WHOLE_STREAMS,
} from './streams.ts';

/** The API's reaction to the next request. */
let answer: (response: ServerResponse, request: PeerRequest) => void;
const server = new Peer((request, response) => answer(response, request));
afterAll(() => server.close());
const baseUrl = `${await server.listen()}/some/v1`;

const modelOf = (more: object = {}) =>
  openAiCompatibleModel(async () => ({ apiKey: 'key', baseUrl, model: 'any', ...more }));

/** Streams these lines as they are. */
const lines = (...written: string[]) => {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(written.join(''));
  };
};

/** Streams bytes, each as a piece of its own. */
const bytesOf = (stream: string) => {
  answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).socket?.setNoDelay();
    for (const byte of Buffer.from(stream)) {
      response.write(Buffer.of(byte));
      await nextTurn();
    }
    response.end();
  };
};

describe('the text of an OpenAI-compatible API', () => {
  it.each(WHOLE_STREAMS)('is whole with %s', async (_, stream) => {
    for (const send of [lines, bytesOf]) {
      send(stream);

      const { text, error, usages } = await answerOf(modelOf());

      expect({ text, error }).toEqual({ text: 'Good day to you.', error: undefined });
      if (stream.includes('usage')) expect(usages).toMatchObject([{ input: 20, output: 3 }]);
    }
  });

  it.each<[string, string, (response: ServerResponse) => unknown]>([
    ['is reset after the reason', ends(), (response) => response.destroy()],
    ['stays open after the reason', ends(), () => undefined],
    ['stays open after [DONE]', `${ends()}data: [DONE]\n\n`, () => undefined],
    ['ends in nonsense after the reason', `${ends()}data: {"choices\n\n`, (response) => response.end()],
  ])('is whole if the stream %s', async (_, end, after) => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(says('Good day.') + calls({ index: 0, id: 'a', function: { name: 'end' } }) + end);
      setImmediate(() => after(response));
    };
    const began = performance.now();

    const { text, calls: called, error } = await answerOf(modelOf());

    expect({ text, called, error }).toMatchObject({
      text: 'Good day.',
      called: [{ name: 'end' }],
      error: undefined,
    });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it.each([
    ...BROKEN_STREAMS.map(([name, stream]) => [name, stream, false] as const),
    ...BROKEN_REASONS.map(
      (reason) => [`the reason ${reason}`, says('Good day ') + ends(reason), false] as const,
    ),
    ...CUT_REASONS.map((reason) => [`the reason ${reason}`, says('Good day ') + ends(reason), true] as const),
  ])('is not whole with %s', async (_, stream, isTooLong) => {
    const call = { index: 0, id: 'a', function: { name: 'end', arguments: '{}' } };
    lines(calls(call), stream);

    const { text, error, calls: called } = await answerOf(modelOf());

    expect({ text, called }).toEqual({ text: 'Good day ', called: [] });
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof AnswerTooLong).toBe(isTooLong);
  });

  it('is requested under the base URL, with or without a trailing slash, with the key as a bearer token', async () => {
    const asked: string[] = [];
    answer = (response, { target, headers }) => {
      asked.push(`${target} ${headers.authorization}`);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(says('x'));
    };

    await answerOf(modelOf());
    await answerOf(modelOf({ baseUrl: `${baseUrl}/` }));

    expect(asked).toEqual(Array.from({ length: 2 }, () => '/some/v1/chat/completions Bearer key'));
  });
});

it('a request to an OpenAI-compatible API uses the tokens of its prompt, even if it is aborted before the answer begins', async () => {
  const meter = new TokenMeter();
  const stop = new AbortController();
  answer = () => stop.abort();
  const messages = [{ role: 'user' as const, content: 'a'.repeat(4_000) }];

  const { error } = await answerOf(modelOf({ meter }), { messages, signal: stop.signal });

  expect(error).toBeInstanceOf(Error);
  expect(meter.tokens).toBeGreaterThanOrEqual(1_000);
});

describe('the tool calls of an OpenAI-compatible API', () => {
  const stream = (chunks: readonly unknown[]) =>
    lines(...chunks.map((parts) => calls(...[parts].flat())), ends('tool_calls'));

  it.each(ONE_CALL)('are one with %s', async (_, ...chunks) => {
    stream(chunks);

    const { calls: called } = await answerOf(modelOf());

    expect(called).toEqual([
      { id: expect.stringMatching(/^(a|call_0)$/), name: 'look_up', arguments: '{"number":7}' },
    ]);
  });

  it.each(TWO_CALLS)('are two when they come %s', async (_, ...chunks) => {
    stream(chunks);

    expect((await answerOf(modelOf())).calls).toEqual([
      { id: 'a', name: 'look_up', arguments: '{"number":7}' },
      { id: expect.stringMatching(/^(b|call_1)$/), name: 'end', arguments: '{}' },
    ]);
  });

  it('get ids if they have none', async () => {
    stream([[{ index: 0, function: { name: 'end', arguments: '{}' } }]]);

    expect((await answerOf(modelOf())).calls).toEqual([{ id: 'call_0', name: 'end', arguments: '{}' }]);
  });

  it('are dropped when the stream breaks off in the middle of one', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(calls({ index: 0, id: 'a', function: { name: 'end', arguments: '{"a"' } }));
      setImmediate(() => response.destroy());
    };

    expect(await answerOf(modelOf())).toMatchObject({ calls: [], error: expect.any(Error) });
  });
});

describe('the failure of an OpenAI-compatible API', () => {
  it('does not wait for an account that is not found in time', async () => {
    const model = openAiCompatibleModel(() => new Promise(() => undefined));

    const { error } = await answerOf(model, { signal: AbortSignal.timeout(20) });

    expect(error).toMatchObject({ name: 'TimeoutError' });
  });

  it('does not repeat a key that no header can hold', async () => {
    const { error } = await answerOf(modelOf({ apiKey: 'sk-key\nof-a-user' }));

    expect(error).toBeInstanceOf(Error);
    expect(inspect(describeModelFailure(error), { depth: 10, showHidden: true })).not.toMatch(
      /sk-key|of-a-user/,
    );
  });

  it.each<[string, () => void, object]>([
    [
      'is a page instead of JSON',
      () => {
        answer = (response) =>
          response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway: said</h1>');
      },
      { status: 502 },
    ],
    [
      'comes without a body',
      () => {
        answer = (response) => response.writeHead(503).end();
      },
      { status: 503 },
    ],
    [
      'comes in the middle of the stream',
      () => lines(says('Good '), 'data: {"error": {"message": "what was said", "code": "overloaded"}}\n\n'),
      { reason: 'overloaded' },
    ],
    ['is a stream of nonsense', () => lines('data: {"choices": [{"delta": {"content": "what was sa\n\n'), {}],
  ])('is reported, without the vendor’s words, when it %s', async (_, prepare, expected) => {
    prepare();

    const { error } = await answerOf(modelOf());

    expect(error).toBeInstanceOf(Error);
    expect(describeModelFailure(error)).toMatchObject(expected);
    expect(JSON.stringify(describeModelFailure(error))).not.toContain('said');
  });
});
