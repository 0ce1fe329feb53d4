import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_LINES } from '../../lambdas/domain/rehearsals/rehearsal.ts';
import { addModelRules, makeAgent } from '../support/scene.ts';
import type { Api } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService(
    { REHEARSALS_PER_HOUR: '7', REHEARSAL_TURNS_AT_ONCE: '2' },
    // A turn waits a quarter of a second for related frames.
    { speed: 4 },
  );
  await addModelRules(service.connection, [
    // Longer than a busy machine takes to run the function four times, once it has started it as often.
    { when: { system: 'REHEARSED', last_user: 'slow' }, reply: 'I think. '.repeat(50), token_ms: 200 },
    { when: { system: 'REHEARSED' }, reply: 'Yes.', token_ms: 0 },
  ]);
}, 180_000);

afterAll(() => service.close());

/** Begins several rehearsals. Returns the answers. */
async function begin(api: Api, number: number) {
  const { agent } = await makeAgent(api, { prompt: 'REHEARSED' });
  return Promise.all(
    Array.from({ length: number }, () => api.post('/v1/rehearsals/create', { agent: agent.id })),
  );
}

/** Begins a rehearsal of the second user. */
async function beginOne() {
  const { agent } = await makeAgent(service.secondApi, { prompt: 'REHEARSED' });
  return service.secondApi.created('/v1/rehearsals/create', { agent: agent.id });
}

describe('a user of rehearsals', () => {
  it('may begin the configured number in an hour, and no more', async () => {
    const answers = await begin(service.api, 9);
    const [first] = answers.filter(({ status }) => status === 200);
    const forked = await service.api.post(`/v1/rehearsals/fork?id=${first?.body.id}`, { before: 1 });
    const others = await begin(service.secondApi, 1);

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused).toMatchObject({ body: { detail: [{ type: 'too_many_rehearsals' }] } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(forked.status).toBe(422);
    expect(others[0]?.status).toBe(200);
  });

  it('may have the configured number of turns under way, and no more', async () => {
    // A further line of the same rehearsal would interrupt the turn.
    const ids: string[] = (await begin(service.secondApi, 4)).map(({ body }) => body.id);
    const say = (id: string | undefined, text: string) =>
      service.secondApi.post(`/v1/rehearsals/say?id=${id}`, { text });
    await Promise.all(ids.map((id) => say(id, 'Hello.')));

    const answers = await Promise.all(ids.map((id) => say(id, 'Be slow.')));
    const later = await say(ids[0], 'And now?');

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(later.status).toBe(200);
  }, 120_000);

  it('ends at its last line', async () => {
    const { id } = await beginOne();
    const say = () => service.secondApi.post(`/v1/rehearsals/say?id=${id}`, { text: 'And now?' });
    for (let line = 1; line <= MAX_LINES; line++) expect((await say()).status).toBe(200);

    expect(await say()).toMatchObject({ status: 409, body: { detail: [{ type: 'rehearsal_over' }] } });
  }, 300_000);
});
