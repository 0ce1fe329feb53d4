import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { analyzeCall, analyzeCalls } from '../../../lambdas/calls/endpoints/analyses.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { eventsOfCall } from '../../../lambdas/events/model/events-of-change.ts';
import { serve } from '../../../lambdas/http/endpoint.ts';
import { countTokens, loadDayUse } from '../../../lambdas/usage/store/day-use.ts';
import { afterCallWorld, QUOTA } from '../../support/after-call-world.ts';
import { modelRequests } from '../../support/peers/model.ts';
import { addModelRules } from '../../support/scene.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const TYPE = 'fields_to_collect_by_analysis';
const LAST_ATTEMPT = 5;

const analyze = serve({ ...analyzeCall(), operation: 'analyzeCall' });
const analyzeBatch = serve({ ...analyzeCalls(), operation: 'analyzeCalls' });

const world = await afterCallWorld();

const answers = (...given: readonly (readonly [string, unknown, ...string[]])[]) =>
  JSON.stringify({
    answers: given.map(([question, value, ...quotations]) => ({ question, value, quotations })),
  });

/** A finished call, and a model that answers questions about it in this way. */
async function analyzed(rule: object, changes: Partial<CallWithSnapshot> = {}) {
  const marker = `MARKER-${randomUUID()}`;
  const { settings } = storedCall();
  const analysis = { summary: true, sentiment: false, success_rubric: `Done. ${marker}` };
  const call = storedCall({
    user_id: randomUUID(),
    status: 'ended',
    end_time: '2026-01-01T00:01:00.000Z',
    settings: { ...settings, analysis },
    messages: [{ sender: 'human', text: 'I want a table.', timestamp: '2026-01-01T00:00:00.000Z' }],
    ...changes,
  });
  await insertCall(world.table, call);
  await addModelRules({ model_url: world.model.url } as never, [
    { when: { json: true, system: marker }, ...rule },
  ]);
  return {
    call,
    run: (attempt = 1, run = 1) => world.handle(call, { type: TYPE, payload: { run }, attempt }),
    requests: () => modelRequests({ model_url: world.model.url }, marker),
    asked: async () => (await modelRequests({ model_url: world.model.url }, marker)).length,
  };
}

const GOOD = {
  reply: answers(
    ['summary', '"The human wanted a table."', 'I want a table'],
    ['success', 'true', 'I want a table'],
  ),
};

describe('the analysis of a call', () => {
  it('is stored once, with its tokens, which count for the user', async () => {
    const { call, run, asked } = await analyzed(GOOD);

    const first = await run();
    const again = await run();

    expect(first).toMatchObject({
      failures: 0,
      call: {
        analysis: {
          run: 1,
          status: 'done',
          model: 'any',
          summary: {
            value: 'The human wanted a table.',
            quotations: [{ message: 1, text: 'I want a table' }],
          },
          success: { value: true },
        },
      },
    });
    expect(again.call?.analysis).toEqual(first.call?.analysis);
    expect(await asked()).toBe(1);
    const { input = 0, output = 0 } = first.call?.analysis?.tokens ?? {};
    const used = await loadDayUse(world.table, { userId: call.user_id, now: new Date() });
    expect(used.model_tokens).toBe(input + output);
    expect(input).toBeGreaterThan(0);
  });

  it('says how many messages the model was not given, because its window or the transcript has no room', async () => {
    const messages = Array.from({ length: 80 }, (_, index) => ({
      sender: 'human' as const,
      text: `Sentence ${index + 1}. ${'word '.repeat(800)}`,
      timestamp: '2026-01-01T00:00:00.000Z',
    }));
    const long = await analyzed(GOOD, { messages, messages_left_out: 3 });
    const short = await analyzed(GOOD);

    const { call } = await long.run();
    const [request] = await long.requests();

    const given = JSON.stringify(request?.body).match(/Sentence \d+\./g)?.length ?? 0;
    expect(given).toBeGreaterThan(20);
    expect(given).toBeLessThan(80);
    expect(call?.analysis).toMatchObject({ status: 'done', messages_left_out: 80 - given + 3 });
    expect((await short.run()).call?.analysis).not.toHaveProperty('messages_left_out');
  });

  it('says that its tokens are estimated if the vendor reports none', async () => {
    const { run } = await analyzed({ ...GOOD, usage: false });

    expect((await run()).call?.analysis).toMatchObject({
      status: 'done',
      tokens_are_estimated: true,
    });
  });

  it('drops a summary in another language', async () => {
    const { run } = await analyzed({
      reply: answers([
        'summary',
        'Der Mensch wollte einen Tisch, und das ist nicht mit der Zeit zu machen.',
        'table',
      ]),
    });

    expect((await run()).call?.analysis?.summary).toMatchObject({ value: null, reason: 'other_language' });
  });

  it.each<[string, object]>([
    ['nonsense', { reply: 'I am a teapot. '.repeat(50) }],
    [
      'a megabyte',
      { reply: `{"answers": [{"question": "summary", "value": "${'x'.repeat(1_000_000)}"`, token_ms: 0 },
    ],
    ['a fault', { fault: 'http_500' }],
  ])('is attempted again after %s, and finally stored as failed', async (_, rule) => {
    const { run, asked } = await analyzed(rule);

    const first = await run();
    const last = await run(LAST_ATTEMPT);
    const later = await run();

    expect(first.failures).toBe(1);
    expect(first.call).not.toHaveProperty('analysis');
    expect(last.failures).toBe(0);
    expect(last.call?.analysis).toMatchObject({ run: 1, status: 'failed', error: 'no_valid_answer' });
    expect(later.failures).toBe(0);
    expect(await asked()).toBe(2);
  });

  it('reports that the tokens of the day are used up, and asks no model', async () => {
    const { call, run, asked } = await analyzed(GOOD);
    await countTokens(world.table, { userId: call.user_id, now: new Date() }, QUOTA);

    expect((await run()).call?.analysis).toMatchObject({ status: 'failed', error: 'quota_exceeded' });
    expect(await asked()).toBe(0);
  });

  it('is never made of a HIPAA-compliant call, nor of one without words', async () => {
    const secret = await analyzed(GOOD, { hipaa_compliant: true });
    const silent = await analyzed(GOOD, { messages: [] });

    for (const { run, asked } of [secret, silent]) {
      expect((await run()).call).not.toHaveProperty('analysis');
      expect(await asked()).toBe(0);
    }
    expect(
      eventsOfCall(undefined, { ...secret.call, start_time: secret.call.created_at }).map(({ type }) => type),
    ).not.toContain(TYPE);
  });

  it('does not make a call too large for the table', async () => {
    const text = '語'.repeat(1_000);
    const messages = Array.from({ length: 129 }, () => ({
      sender: 'human' as const,
      text,
      timestamp: '2026-01-01T00:00:00.000Z',
    }));
    const { run } = await analyzed({ reply: answers(['success', 'true', text.slice(0, 900)]) }, { messages });

    expect((await run()).call?.analysis).toMatchObject({ status: 'failed', error: 'too_large' });
  });
});

describe('a request to analyze a call again', () => {
  /** A request of a user to an operation. */
  const send = (operation: typeof analyze, user_id: string, request: object) =>
    operation(
      {
        httpMethod: 'POST',
        headers: { 'content-type': 'application/json' },
        queryStringParameters: null,
        body: null,
        requestContext: { authorizer: { user_id }, requestId: randomUUID() },
        ...request,
      } as never,
      { getRemainingTimeInMillis: () => 10_000 } as never,
    );

  async function ask({ id, user_id }: CallWithSnapshot) {
    const request = { resource: '/v1/calls/analyze', queryStringParameters: { id } };
    const { statusCode, body } = await send(analyze, user_id, request);
    const parsed = JSON.parse(body);
    return [statusCode, parsed.run ?? parsed.detail?.[0]?.type];
  }

  it('has its own event, and is accepted at most ten times, one after the other', async () => {
    const { call, run } = await analyzed(GOOD);
    await run();
    const key = { userId: call.user_id, callId: call.id };

    const before = await loadCall(world.table, key);
    const [first, meanwhile] = [await ask(call), await ask(call)];
    const asked = await loadCall(world.table, key);
    const { call: again } = await run(1, 2);
    const events =
      before && asked && again ? [...eventsOfCall(before, asked), ...eventsOfCall(asked, again)] : [];
    for (let next = 3; next <= 10; next++) {
      await ask(call);
      await run(1, next);
    }

    expect(first).toEqual([200, 2]);
    expect(meanwhile).toEqual([409, 'analysis_under_way']);
    expect(again?.analysis?.run).toBe(2);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      [TYPE, 0],
      ['event_analysis', 1_000_004],
    ]);
    expect(await ask(call)).toEqual([409, 'too_many_analyses']);
  });

  it('is refused above the number of a minute, in batches too, for one user only', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.stubEnv('ANALYSES_PER_MINUTE', '2');
    onTestFinished(() => void vi.stubEnv('ANALYSES_PER_MINUTE', '100'));
    const { call: other } = await analyzed(GOOD);
    const user_id = randomUUID();
    const calls = await Promise.all([1, 2, 3].map(() => analyzed(GOOD, { user_id })));

    const batch = await send(analyzeBatch, user_id, {
      resource: '/v1/calls/analyze_batch',
      body: JSON.stringify({ calls: calls.map(({ call }) => call.id) }),
    });
    const single = await ask(calls[2]!.call);

    const refused = { loc: ['body', 'calls', '2'], type: 'too_many_analysis_requests' };
    expect(JSON.parse(batch.body).results).toMatchObject([{ run: 2 }, { run: 2 }, { error: refused }]);
    expect(single).toEqual([429, refused.type]);
    expect(await ask(other)).toEqual([200, 2]);
  });

  it.each<[string, Partial<CallWithSnapshot>]>([
    ['call_not_over', { status: 'in_progress' }],
    ['nothing_to_analyze', { hipaa_compliant: true }],
    ['nothing_to_analyze', { messages: [] }],
    ['no_analysis', { settings: storedCall().settings }],
  ])('is refused: %s', async (type, changes) => {
    const { call } = await analyzed(GOOD, changes);

    expect(await ask(call)).toEqual([409, type]);
  });

  it('is refused when the tokens of the day are used up, and for the call of another user', async () => {
    const { call, run } = await analyzed(GOOD);
    await run();
    expect(await ask({ ...call, user_id: randomUUID() })).toEqual([404, 'not_found']);
    await countTokens(world.table, { userId: call.user_id, now: new Date() }, QUOTA);

    expect(await ask(call)).toEqual([429, 'quota_exceeded']);
  });
});
