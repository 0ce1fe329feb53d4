import { expect, it, vi } from 'vitest';
import { loadCounts } from '../../../lambdas/usage/store/open-calls.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { addHeldNumber, callFrom } from '../../support/table/held-number.ts';

const NUMBERS = ['+15553000001', '+15553000002', '+15553000003'];
const MOST = 4;

const api = await FunctionApi.ofFile();
vi.stubEnv('MAX_OPEN_CALLS', String(MOST));
const agent = await api.created('agents', {
  prompt: { content: 'Be kind.' },
  voice: { type: 'voice_builtin', voice_id: 'x' },
  actions: [],
});
for (const number of NUMBERS) await addHeldNumber(api, number, agent.id);

it('a circle of transfers ends at the limit of open calls, and people can still call', async () => {
  const hops = Array.from({ length: 2 * MOST }, (_, hop) => hop);
  const taken: boolean[] = [];
  for (const hop of hops) {
    const [from = '', to = ''] = [NUMBERS[hop % 3], NUMBERS[(hop + 1) % 3]];
    taken.push((await callFrom(from, to, api)) !== undefined);
  }
  const open = (await loadCounts(api.table, api.user)).open_calls;
  const person = await callFrom('+15559990000', NUMBERS[0] ?? '', api);

  expect(taken).toEqual(hops.map((hop) => hop < MOST));
  expect(open).toBe(MOST);
  expect(person).toMatchObject({ status: 'in_progress', from_number: '+15559990000' });
});
