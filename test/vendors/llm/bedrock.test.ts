import { EventStreamCodec } from '@smithy/core/event-streams';
import { authenticate } from 'cdk-local/aws/protocol/authenticate.ts';
import { startBedrock } from 'vendor-simulators/bedrock/bedrock.ts';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { bedrockModel } from '../../../lambdas/vendors/llm/bedrock/bedrock-model.ts';
import type { ModelRequest } from '../../../lambdas/vendors/llm/language-model.ts';
import {
  AnswerTooLong,
  describeModelFailure,
  ModelApiError,
} from '../../../lambdas/vendors/llm/model-failure.ts';
import { TokenMeter } from '../../../lambdas/vendors/llm/model-usage.ts';
import type { ModelMessage } from '../../../lambdas/vendors/model/llm-message.ts';
import { answerOf } from '../../support/answer-of.ts';
import { Peer, type PeerRequest } from '../../support/peer.ts';
import { put } from '../../support/scene.ts';

const NOVA = 'us.amazon.nova-lite-v1:0';
const CLAUDE = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
const credentials = { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'secret' };

const server = await startBedrock();
afterAll(() => server.close());
const simulator = (path: string) => `${server.url}/simulator/${path}`;
afterEach(async () => {
  vi.unstubAllEnvs();
  await fetch(simulator('rules'), { method: 'DELETE' });
});

const reply = (rule: RuleInput) => put(simulator('rules'), [rule]);

let count = 0;
/** A new model in the account, of the family of a model. */
async function modelThat(takes: object, family = 'us.amazon.nova'): Promise<string> {
  count += 1;
  const id = `${family}-${count}-v1:0`;
  await put(simulator(`models/${id}`), takes);
  return id;
}

const tool = {
  name: 'look_up',
  description: 'Looks it up.',
  parameters: { type: 'object', properties: { day: { type: 'string' } } },
};

type Options = Partial<ModelRequest> & { readonly model?: string; readonly meter?: TokenMeter };

/** Asks a model, with the credentials of a function. */
function ask({ model = NOVA, meter, ...request }: Options = {}, url = server.url) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', 'session');
  return answerOf(
    bedrockModel({ endpoint: url, region: 'us-east-1', model, ...(meter && { meter }) }),
    request,
  );
}

/** The bodies of a model's requests, in their order. */
async function bodies(model: string): Promise<Record<string, unknown>[]> {
  const entries = (await (await fetch(simulator('requests'))).json()) as { body: Record<string, unknown> }[];
  return entries.map(({ body }) => body).filter((body) => body.model === model);
}

describe('a model of Amazon Bedrock', () => {
  it('is asked with the signature of the function', async () => {
    const asked: PeerRequest[] = [];
    const peer = new Peer((request, response) => {
      asked.push(request);
      response.writeHead(403).end('{}');
    });
    const url = await peer.listen();

    await ask({}, url);
    await peer.close();

    const [request] = asked.map(({ method, target, headers, text }) => ({
      method,
      headers,
      url: new URL(target, url),
      body: Buffer.from(text),
    }));
    const keys = new Map([[credentials.accessKeyId, credentials]]);
    expect(authenticate(request!, keys, new Date())).toBe(credentials);
    expect(request!.headers.authorization).toContain(
      '/us-east-1/bedrock/aws4_request, SignedHeaders=accept;',
    );
    expect(request!.headers['x-amz-security-token']).toBe('session');
  });

  it('streams its answer, and its usage', async () => {
    await reply({ reply: 'Good day to you.' });

    const { text, usages, error } = await ask();

    expect(error).toBeUndefined();
    expect(text).toBe('Good day to you.');
    expect(usages).toEqual([{ model: NOVA, input: 3, output: 4, cached: 0, estimated: false }]);
  });

  it('uses the tokens of a prompt, even if the request is aborted before the answer begins', async () => {
    const stop = new AbortController();
    const silent = new Peer(() => stop.abort());
    const meter = new TokenMeter();
    const messages: ModelMessage[] = [{ role: 'user', content: 'a'.repeat(4_000) }];

    const { error } = await ask({ meter, messages, signal: stop.signal }, await silent.listen());
    await silent.close();

    expect(error).toBeInstanceOf(Error);
    expect(meter.tokens).toBeGreaterThanOrEqual(1_000);
  });

  it('calls tools, with arguments and without, and gets their results', async () => {
    await reply({
      when: { last_user: 'open' },
      reply: 'I look.',
      tool_call: { name: 'look_up', arguments: { day: 'Monday' } },
    });
    const question: ModelMessage[] = [{ role: 'user', content: 'Is it open on Monday?' }];
    const { text, calls } = await ask({ messages: question, tools: [tool] });
    await reply({ when: { tool_result: 'true' }, reply: 'It is open.' });

    const after = await ask({
      tools: [tool],
      messages: [
        ...question,
        { role: 'assistant', content: text, toolCalls: calls },
        { role: 'tool', toolCallId: calls[0]?.id ?? '', content: '{"open":true}' },
      ],
    });
    await reply({ reply: '', tool_call: { name: 'look_up' } });
    const empty = await ask({ tools: [tool] });

    expect(calls).toEqual([
      { id: expect.stringMatching(/^tooluse_/), name: 'look_up', arguments: '{"day":"Monday"}' },
    ]);
    expect(after.text).toBe('It is open.');
    expect(empty.calls).toMatchObject([{ name: 'look_up', arguments: '{}' }]);
  });

  it('answers in JSON by a schema that the prompt contains', async () => {
    const answer = { name: 'fields', schema: { type: 'object', properties: { email: {} } } };

    const { text } = await ask({ answer, messages: [{ role: 'user', content: 'x' }] });

    expect(JSON.parse(text)).toEqual({ email: null });
  });

  it('reads what the turn before has cached, if it is Claude', async () => {
    const talk = Array.from({ length: 30 }, (_, turn): ModelMessage[] => [
      { role: 'user', content: `${turn} ${'word '.repeat(30)}` },
      { role: 'assistant', content: `${turn} ${'word '.repeat(30)}` },
    ]).flat();
    const turn = (turns: number): ModelMessage[] => [
      { role: 'system', content: 'Be kind.' },
      ...talk.slice(0, 2 * turns),
      { role: 'user', content: 'And now?' },
    ];

    const first = await ask({ model: CLAUDE, messages: turn(25) });
    const second = await ask({ model: CLAUDE, messages: turn(26) });

    expect(first.usages[0]?.cached).toBe(0);
    expect(second.usages[0]?.cached).toBeGreaterThan(1_000);
  });
});

describe('a model of Amazon Bedrock that refuses', () => {
  it.each([
    ['temperature', 'us.amazon.nova', /temperature/],
    ['maxTokens', 'us.amazon.nova', /maxTokens/],
    ['tools', 'us.meta.llama', /toolConfig/],
    ['cachePoint', 'us.amazon.nova', /cachePoint/],
    ['additionalModelRequestFields', 'openai.gpt-oss', /reasoning_effort/],
  ])('%s answers a request without it', async (field, family, sent) => {
    const model = await modelThat({ refuses: [field] }, family);
    await reply({ reply: 'Good day.' });
    const request = { model, tools: [tool], reasoningEffort: 'low' } as const;

    const first = await ask(request);
    const second = await ask(request);

    expect([first.text, second.text]).toEqual(['Good day.', 'Good day.']);
    const carried = (await bodies(model)).map((body) => sent.test(JSON.stringify(body)));
    // Tools are tried again: a user's own schema may have been the cause.
    expect(carried).toEqual(field === 'tools' ? [true, false, true, false] : [true, false, false]);
  });

  it.each([
    ['ThrottlingException', 429],
    ['ModelNotReadyException', 429],
    ['ServiceUnavailableException', 503],
    ['InternalServerException', 500],
    ['AccessDeniedException', 403],
    ['ModelErrorException', 424],
  ] as const)('by %s is asked once', async (exception, status) => {
    const model = await modelThat({});
    await reply({ exception });

    const { error } = await ask({ model });

    expect(describeModelFailure(error)).toEqual({ reason: exception, status });
    expect(await bodies(model)).toHaveLength(1);
  });
});

describe('a stream of Amazon Bedrock that fails', () => {
  const REPLY = 'One two three four five six.';

  it.each([
    'ThrottlingException',
    'ModelStreamErrorException',
    'ServiceUnavailableException',
  ] as const)('by %s after some words keeps these words, and reports the failure', async (exception) => {
    await reply({ reply: REPLY, exception, after_tokens: 3 });

    const { text, error, usages } = await ask();

    expect(text).toBe('One two three');
    expect(error).toBeInstanceOf(ModelApiError);
    expect(describeModelFailure(error)).toMatchObject({ reason: exception });
    expect(usages).toMatchObject([{ estimated: true }]);
  });

  it('by silence ends when the caller gives up', async () => {
    await reply({ reply: REPLY, fault: 'hang' });

    const { error } = await ask({ signal: AbortSignal.timeout(200) });

    expect(error).toMatchObject({ name: 'TimeoutError' });
  });

  it.each([
    ['end_turn', undefined],
    ['stop_sequence', undefined],
    ['max_tokens', AnswerTooLong],
    ['model_context_window_exceeded', AnswerTooLong],
    ['guardrail_intervened', Error],
    ['content_filtered', Error],
    ['malformed_tool_use', Error],
    [undefined, Error],
  ])('by the reason %s gives no tool call', async (stopReason, failure) => {
    const codec = new EventStreamCodec(String, (text) => Buffer.from(text));
    const events = [{ start: { toolUse: { toolUseId: 'a', name: 'look_up' } } }, { stopReason }];
    const headers = { ':message-type': { type: 'string', value: 'event' } } as const;
    const body = events.map((event) => codec.encode({ headers, body: Buffer.from(JSON.stringify(event)) }));
    const peer = new Peer((_, response) => response.end(Buffer.concat(body)));

    const { error, calls } = await ask({ tools: [tool] }, await peer.listen());
    await peer.close();

    expect((error as Error | undefined)?.constructor).toBe(failure);
    expect(calls).toHaveLength(failure ? 0 : 1);
  });
});
