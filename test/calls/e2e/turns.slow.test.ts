import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExternalService, json } from '../../support/peers/external-service.ts';
import { findOrder } from '../../support/samples.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { startTalk } from '../../support/talk.ts';

const service = new ExternalService({ '/order': json({ result: 'it is in madagascar' }) });

/** Milliseconds until the model's first token. */
const FIRST_TOKEN_MS = 150;

let actions: readonly unknown[];

beforeAll(async () => {
  const url = await service.listen();
  actions = [findOrder(`${url}/order`)];
  await addModelRules(connection, [
    { when: { system: 'SPEC-TURNS', tool_result: 'madagascar' }, reply: 'It is on its way to you.' },
    {
      when: { system: 'SPEC-TURNS', last_user: 'order' },
      tool_call: { name: 'find_order', arguments: { number: 7 } },
      first_token_ms: FIRST_TOKEN_MS,
    },
    { when: { system: 'SPEC-TURNS' }, reply: 'You are welcome.' },
  ]);
});

afterAll(() => service.close());

/** A shown turn, in any shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
type ShownTurn = Readonly<Record<string, any>>;

const turnsOf = async (id: string, query = '') => {
  const { body } = await api.get(`/v1/calls/turns?id=${id}${query}`);
  return body as readonly ShownTurn[];
};

describe('the record of a turn', () => {
  it('shows, during the call and after it, who said what, where the time went, and which tokens were used', async () => {
    const plan = { prompt: 'SPEC-TURNS', initialMessage: 'Hello.', actions, settings: { language: 'en' } };
    const { call, line, happened } = await startTalk(connection, api, plan);
    await line({ say: 'Where is my order?' });
    await happened('on its way');
    const during = await until('the answer to be heard', async () => {
      const turns = await turnsOf(call.id);
      return turns.length === 4 ? turns : { waitingFor: turns };
    });
    await line({ say: 'Thank you' });
    await happened('welcome');
    await until('the second answer to be heard', async () => {
      const turns = await turnsOf(call.id);
      return turns.length === 6 || { waitingFor: turns };
    });
    await line({ hang_up: true });
    const ended = await api.finishedCall(call.id);
    const turns = await turnsOf(call.id);
    const [greeting, question, action, answer] = turns;

    expect(turns.slice(0, 4)).toEqual(during);
    expect(turns.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(greeting).toMatchObject({ sender: 'agent', text: 'Hello.', interrupted: false });
    expect(greeting).not.toHaveProperty('latency');
    expect(question).toMatchObject({ sender: 'human', text: 'Where is my order?' });
    expect(action?.action).toMatchObject({ type: 'action_external', input: { number: 7 }, outcome: 'done' });
    expect(answer).toMatchObject({ sender: 'agent', text: 'It is on its way to you.', interrupted: false });
    expect(answer?.latency.segments.map(({ name }: { name: string }) => name)).toEqual([
      'model_asked',
      'first_token',
      'first_text',
      'last_text',
      'answer_over',
    ]);
    for (const { latency, model } of [action!, answer!]) {
      const sum = latency.segments.reduce((total: number, { ms }: { ms: number }) => total + ms, 0);
      expect(sum).toBe(latency.total_ms);
      expect(model.name).toBe('scripted');
      expect(model.tokens.input).toBeGreaterThan(0);
      expect(model.tokens_are_estimated).toBe(false);
    }
    expect(answer?.latency.silence_ms).toBeGreaterThanOrEqual(FIRST_TOKEN_MS);
    expect(ended.latency).toMatchObject({ answers: 2 });
    expect(ended.latency.silence_p95_ms).toBeGreaterThanOrEqual(answer?.latency.silence_ms);
    const { body: listed } = await api.get(`/v1/calls/list?to_number=${encodeURIComponent(ended.to_number)}`);
    expect(listed).toMatchObject([{ id: call.id, latency: ended.latency }]);
  });

  it('is read page by page', async () => {
    const { agent } = await makeAgent(api, { prompt: 'SPEC-TURNS' });
    const script = [{ say: 'One' }, { say: 'Two' }, { say: 'Three' }];
    const { call } = await placeCall(connection, api, {
      agent: agent.id,
      callee: { answer: 'answer', script },
    });
    await api.finishedCall(call.id);
    const all = await turnsOf(call.id);

    const pages: unknown[][] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const { body, headers } = await api.get(`/v1/calls/turns?id=${call.id}&size=3${next}`);
      pages.push(body);
      next = /cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      if (next !== undefined) next = `&cursor=${next}`;
    }

    expect(pages.slice(0, -1).every((page) => page.length === 3)).toBe(true);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(all);
    expect((await api.get(`/v1/calls/turns?id=${call.id}&cursor=eyJhZnRlciI6MH0`)).status).toBe(422);
  });
});
