import { expect, it } from 'vitest';
import { SAMPLES } from '../support/samples.ts';
import { FunctionApi } from '../support/service/function-api.ts';
import { addHeldNumber } from '../support/table/held-number.ts';

const HELD = '+15550002222';
const api = await FunctionApi.ofFile();
await addHeldNumber(api, HELD);

const agentWith = (related: object = {}) =>
  api.created('agents', { prompt: { content: 'Be kind.' }, voice: SAMPLES.voices, ...related });
const remove = (group: string, id: string) => api.run(`${group}/delete`, { query: { id } });

it('a refused deletion has ten referrers by id, and their total', async () => {
  const { id } = await api.created('voices', SAMPLES.voices);
  const agents = await Promise.all(Array.from({ length: 12 }, () => agentWith({ voice: id })));

  const { status, body } = await remove('voices', id);

  const named = body.detail.slice(0, -1).map(({ msg }: { msg: string }) => msg.split(' ')[2]);
  expect([status, new Set(named).size]).toEqual([409, 10]);
  expect(body.detail[0]).toMatchObject({ loc: ['query', 'id'], type: 'still_referenced' });
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
