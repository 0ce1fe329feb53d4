// Calls to a number whose agent has versions.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { receiveCall } from '../../../../lambdas/callbacks/receive-call.ts';
import { newId } from '../../../../lambdas/runtime/ids.ts';
import { findNumber } from '../../../../lambdas/store/numbers/numbers.ts';
import { FunctionApi } from '../../../support/service/function-api.ts';
import { addHeldNumber } from '../../../support/table/held-number.ts';

const api = await FunctionApi.ofFile();
let numbers = 0;

const SPLIT = [
  { version: 1, weight: 1 },
  { version: 2, weight: 1 },
];

/** An agent with two versions, and a number with this agent. */
async function reception(settings: object = {}) {
  const agent = await api.created('agents', {
    prompt: { content: 'Be kind.' },
    voice: { type: 'voice_builtin', voice_id: 'x' },
    actions: [{ type: 'action_end_conversation' }],
    ...settings,
  });
  await api.update('agents', agent.id, { prompt: 'Be brief.', actions: [] });
  const phone = `+1555${3_000_000 + numbers++}`;
  await addHeldNumber(api, phone, agent.id);
  const name = (agent_version: unknown) =>
    api.run('numbers/update', { query: { phone_number: phone }, body: { agent_version } });
  return { agent, phone, name };
}

/** The stored call for a caller's call. */
async function received(phone: string, from: string | undefined, sid = `CA${randomUUID()}`) {
  const number = await findNumber(api.table, api.user, phone);
  if (!number) throw new Error('There is no such number.');
  const call = await receiveCall(number, { sid, from }, { table: api.table, now: () => new Date(), newId });
  if (!call) throw new Error('The call was refused.');
  return call;
}

const callers = Array.from({ length: 24 }, (_, index) => `+1777${1_000_000 + index}`);

describe('a caller', () => {
  it('gets the version that the number names', async () => {
    const { phone, name } = await reception();
    await name(1);

    expect(await received(phone, callers[0])).toMatchObject({
      agent_version: 1,
      agent: { prompt: 'Be kind.' },
    });
  });

  it('gets the same version of a split each time, whether the number or the agent has the split', async () => {
    const { agent, phone, name } = await reception();
    await name(SPLIT);
    const first = await Promise.all(callers.map((from) => received(phone, from)));
    await name(null);
    await api.run('agents/publish', { query: { id: agent.id }, body: { version: SPLIT } });

    const second = await Promise.all(callers.map((from) => received(phone, from)));

    const versions = first.map(({ agent_version }) => agent_version);
    expect(new Set(versions)).toEqual(new Set([1, 2]));
    expect(second.map(({ agent_version }) => agent_version)).toEqual(versions);
  });

  it('keeps the version when the vendor repeats its request, even if the number names another one by then', async () => {
    const { phone, name } = await reception();
    await name(1);
    const first = await received(phone, callers[0], 'CA1');
    await name(2);

    const again = await received(phone, callers[0], 'CA1');

    expect([again.id, again.agent_version, again.agent.prompt]).toEqual([first.id, 1, 'Be kind.']);
  });
});
