import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import type { Api } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({ ANALYSES_PER_MINUTE: '2' });
  const answers = [
    { question: 'summary', value: 'The human said hello.', quotations: ['Hello to all of you'] },
  ];
  await addModelRules(service.connection, [{ when: { json: true }, reply: JSON.stringify({ answers }) }]);
}, 180_000);

afterAll(() => service.close());

/** Calls of a user that were analyzed once. */
async function analyzedCalls(api: Api, number: number): Promise<string[]> {
  const { agent } = await makeAgent(api, { settings: { analysis: { summary: true } } });
  const callee = { answer: 'answer', script: [{ say: 'Hello to all of you' }, { say: 'Bye' }] };
  const { number: phone_number } = await api.created('/v1/numbers/buy', {});
  const from = { ...service.connection, phone_number };
  const placed = Array.from({ length: number }, () => placeCall(from, api, { agent: agent.id, callee }));
  const ids = (await Promise.all(placed)).map(({ call }) => call.id as string);
  await Promise.all(ids.map((id) => api.callWhen(id, (shown) => shown.analysis)));
  return ids;
}

describe('a user who asks for analyses', () => {
  it('may ask for the configured number a minute, in batches too, and delays no other user', async () => {
    const calls = await analyzedCalls(service.api, 4);
    const [other] = await analyzedCalls(service.secondApi, 1);

    const batch = await service.api.created('/v1/calls/analyze_batch', { calls: calls.slice(0, 3) });
    const single = await service.api.post(`/v1/calls/analyze?id=${calls[3]}`);
    const neighbour = await service.secondApi.post(`/v1/calls/analyze?id=${other}`);

    const results: { run?: number; error?: { type: string; loc: string[] } }[] = batch.results;
    const refused = results.flatMap(({ error }) => error ?? []);
    expect(results.filter(({ run }) => run === 2)).toHaveLength(2);
    expect(refused).toMatchObject([
      { type: 'too_many_analysis_requests', loc: ['body', 'calls', expect.any(String)] },
    ]);
    expect(single).toMatchObject({
      status: 429,
      body: { detail: [{ type: 'too_many_analysis_requests' }] },
    });
    expect(Number(single.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(neighbour.status).toBe(200);
  });
});
