import { beforeAll, describe, expect, it } from 'vitest';
import { newNumber } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);

beforeAll(() => addHeldNumber(functions, HELD));

const HELD = '+15550002222';

const voice = { type: 'voice_builtin', voice_id: 'default' };
const prompt = { content: 'Be kind.' };
const action = { type: 'action_end_conversation' };

/** A new record of two groups that agents refer to, of which one is a list, and the agent's field for it. */
const referable: readonly [group: string, body: object, field: string][] = [
  ['voices', voice, 'voice'],
  ['actions', action, 'actions'],
];
const groups: readonly [group: string, body: object][] = [
  ['voices', voice],
  ['agents', { prompt, voice }],
];

const remove = (group: string, id: string, as = api) => as.post(`/v1/${group}/delete?id=${id}`);

describe.each(groups)('deleting %s', (group, body) => {
  it('deletes the record, and removes it from its list, once', async () => {
    const { id } = await api.created(`/v1/${group}/create`, body);

    const deleted = await remove(group, id);
    const again = await remove(group, id);
    const got = await api.get(`/v1/${group}?id=${id}`);
    // A small page: other tests store large prompts.
    const list = await api.get(`/v1/${group}/list?sort_desc=true&size=20`);

    expect(deleted).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect(again).toMatchObject({
      status: 404,
      body: { detail: [{ loc: ['query', 'id'], type: 'not_found' }] },
    });
    expect([got.status, list.status]).toEqual([404, 200]);
    expect(list.body.items.map((item: { id: string }) => item.id)).not.toContain(id);
  });
});

describe.each(referable)('deleting one of %s', (group, body, field) => {
  it('is refused while an agent refers to it, and succeeds afterwards', async () => {
    const record = await api.created(`/v1/${group}/create`, body);
    const given = field === 'actions' ? [record.id, record.id] : record.id;
    const agent = await api.created('/v1/agents/create', { prompt, voice, [field]: given });

    const refused = await remove(group, record.id);
    const still = await api.get(`/v1/${group}?id=${record.id}`);
    await api.created(`/v1/agents/delete?id=${agent.id}`, undefined);
    const deleted = await remove(group, record.id);

    const kind = group.slice(0, -1).replace('_', ' ');
    expect(refused).toMatchObject({
      status: 409,
      body: {
        detail: [
          {
            loc: ['query', 'id'],
            msg: `The agent ${agent.id} refers to this ${kind}.`,
            type: 'still_referenced',
          },
        ],
      },
    });
    expect(still.body).toEqual(record);
    expect(deleted.status).toBe(200);
  });
});

describe('a referenced record', () => {
  it('is refused with its referrers: ten by id, and their total', async () => {
    const { id } = await api.created('/v1/voices/create', voice);
    const agents = await Promise.all(
      Array.from({ length: 12 }, () => api.created('/v1/agents/create', { prompt, voice: id })),
    );

    const { status, body } = await remove('voices', id);

    const named = body.detail.slice(0, -1).map(({ msg }: { msg: string }) => msg.split(' ')[2]);
    expect(status).toBe(409);
    expect(new Set(named).size).toBe(10);
    expect(agents.map((agent) => agent.id)).toEqual(expect.arrayContaining(named));
    expect(body.detail.at(-1)).toEqual({
      loc: ['query', 'id'],
      msg: 'In total, 12 records refer to this voice.',
      type: 'still_referenced',
    });
  });

  it('is not kept by calls, which have a snapshot of their agent', async () => {
    const agent = await api.created('/v1/agents/create', { prompt, voice });
    const numbers = { from_number: HELD, to_number: newNumber() };
    const call = await api.created('/v1/calls/create', { ...numbers, agent: agent.id });

    const deleted = [
      await remove('agents', agent.id),
      await remove('voices', agent.voice.id),
      await remove('prompts', agent.prompt.id),
    ];
    const got = await api.get(`/v1/calls?id=${call.id}`);

    expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(got.body.agent).toEqual(call.agent);
  });

  it('either exists with its agent, or neither does, after concurrent requests for both', async () => {
    for (let round = 0; round < 25; round++) {
      const { id } = await api.created('/v1/voices/create', voice);
      const asked = [
        () => api.post('/v1/agents/create', { prompt, voice: id }),
        () => remove('voices', id),
      ] as const;

      const [agent, deletion] =
        round % 2 === 0 ? await both(asked) : (await both(asked.toReversed())).reverse();

      const statuses = [agent?.status, deletion?.status];
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual(statuses);
      expect((await api.get(`/v1/voices?id=${id}`)).status).toBe(agent?.status === 200 ? 200 : 404);
      if (agent?.status === 422) expect(agent.body.detail).toMatchObject([{ loc: ['body', 'voice'] }]);
    }
  });
});

const both = (asked: readonly (() => ReturnType<FunctionClient['post']>)[]) =>
  Promise.all(asked.map((ask) => ask()));
