import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { insertCall, loadCall } from '../../lambdas/calls/store/calls.ts';
import { placeAttempts } from '../../lambdas/campaigns/requests/place-attempts.ts';
import { resultsIn } from '../../lambdas/campaigns/result-of-attempt.ts';
import { loadCampaign } from '../../lambdas/campaigns/store/progress.ts';
import { systemClock } from '../../lambdas/platform/clock.ts';
import { freshSource } from '../../lambdas/platform/ids.ts';
import { makeAgent } from '../support/scene.ts';
import { FunctionApi } from '../support/service/function-api.ts';
import { FunctionClient } from '../support/service/function-client.ts';
import { addHeldNumber } from '../support/table/held-number.ts';
import { interposed } from '../support/table/interposed.ts';
import { storedCall } from '../support/table/stored-call.ts';

const functions = await FunctionApi.ofFile();
const { table, user: userId } = functions;
const from_number = '+15550002222';
await addHeldNumber(functions, from_number);
const agent = (await makeAgent(new FunctionClient(functions))).agent.id;
const { id } = await functions.created('campaigns', { name: 'Test', agent, from_number });
const campaign = (await loadCampaign(table, { userId, campaignId: id }))!;

it('a recipient that cannot be checked does not keep the others', async () => {
  const [bad, good] = ['+12125550001', '+12125550002'].map((to_number, index) => ({
    recipient: { to_number, line: index + 1, source: 'test', state: 'waiting' as const, attempts: [] },
    attempt: { call_id: v7(), number: to_number, at: new Date().toISOString() },
  }));
  const failing = interposed(table, ({ input }) => {
    const text = JSON.stringify(input);
    if (text.includes('+12125550001') && !text.includes('+12125550002')) throw new Error('No answer.');
  });

  const refused = await placeAttempts(failing, campaign, [bad!, good!], freshSource(systemClock));

  expect([...refused]).toMatchObject([[bad!.attempt.call_id, { dueAt: expect.any(Date) }]]);
  expect(await loadCall(table, { userId, callId: good!.attempt.call_id })).toBeDefined();
});

it.each([
  ['a request', 'api', { outcome: 'ended', reason: 'A request ended the call.' }],
  ['the campaign', 'service', { dueAt: expect.any(Date) }],
] as const)('an undialed call that %s ended', async (_, ended_by, expected) => {
  const call = storedCall({ id: v7(), user_id: userId, status: 'ended', ended_by });
  await insertCall(table, call);
  expect(await resultsIn(table, systemClock)(campaign, call.id)).toEqual({ notDialed: expected });
});
