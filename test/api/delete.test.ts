import { expect, it } from 'vitest';
import { SAMPLES } from '../support/samples.ts';
import { FunctionApi, placesOf } from '../support/service/function-api.ts';
import { addHeldNumber } from '../support/table/held-number.ts';

const HELD = '+15550002222';
const api = await FunctionApi.ofFile();
await addHeldNumber(api, HELD);

const agentWith = (related: object = {}) =>
  api.created('agents', { prompt: { content: 'Be kind.' }, voice: SAMPLES.voices, ...related });
const remove = (group: string, id: string) => api.run(`${group}/delete`, { query: { id } });

it('a record is deleted once, and is not in its list any more', async () => {
  const { id } = await api.created('voices', SAMPLES.voices);

  const answers = [await remove('voices', id), await remove('voices', id)];
  const got = await api.run('voices/get', { query: { id } });
  const { items } = (await api.run('voices/list', { query: { sort_desc: 'true' } })).body;

  expect(answers[0]).toMatchObject({ status: 200, body: { id, deleted: true } });
  for (const answer of [answers[1]!, got])
    expect([answer.status, placesOf(answer)]).toEqual([404, ['query.id not_found']]);
  expect(items.map((item: { id: string }) => item.id)).not.toContain(id);
});

it('an action in the list of an agent is not deleted before the agent', async () => {
  const action = await api.created('actions', SAMPLES.actions);
  const agent = await agentWith({ actions: [action.id, action.id] });

  const refused = await remove('actions', action.id);
  const still = await api.got('actions', action.id);
  await remove('agents', agent.id);

  const issue = {
    loc: ['query', 'id'],
    msg: `The agent ${agent.id} refers to this action.`,
    type: 'still_referenced',
  };
  expect(refused).toMatchObject({ status: 409, body: { detail: [issue] } });
  expect(still).toEqual(action);
  expect((await remove('actions', action.id)).status).toBe(200);
});

it('a refused deletion has ten referrers by id, and their total', async () => {
  const { id } = await api.created('voices', SAMPLES.voices);
  const agents = await Promise.all(Array.from({ length: 12 }, () => agentWith({ voice: id })));

  const { status, body } = await remove('voices', id);

  const named = body.detail.slice(0, -1).map(({ msg }: { msg: string }) => msg.split(' ')[2]);
  expect([status, new Set(named).size]).toEqual([409, 10]);
  expect(agents.map((agent) => agent.id)).toEqual(expect.arrayContaining(named));
  expect(body.detail.at(-1).msg).toBe('In total, 12 records refer to this voice.');
});

it('a call keeps no record, since it has a snapshot of its agent', async () => {
  const agent = await agentWith();
  const numbers = { from_number: HELD, to_number: '+15550003333' };
  const call = await api.created('calls', { ...numbers, agent: agent.id });

  const deleted = [
    await remove('agents', agent.id),
    await remove('voices', agent.voice.id),
    await remove('prompts', agent.prompt.id),
  ];

  expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await api.got('calls', call.id)).agent).toEqual(call.agent);
});
