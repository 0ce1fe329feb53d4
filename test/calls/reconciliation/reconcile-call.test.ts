import { expect, it, vi } from 'vitest';
import { reconcileCall } from '../../../lambdas/calls/reconciliation/reconcile-call.ts';
import { insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { LIST_PRICES } from '../../../lambdas/usage/model/prices.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();
const variables = { RECONCILE_SECONDS: '120', RING_SECONDS: '60', PRICES: JSON.stringify(LIST_PRICES) };
for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);

const DIALED_MS = Date.parse('2026-01-01T00:01:00.000Z');
const [BEFORE, AFTER] = ['Wed, 31 Dec 2025 23:00:00 +0000', 'Thu, 01 Jan 2026 00:01:02 +0000'];

it.each<[string, object[], number, RegExp | undefined]>([
  ['no call', [], 2, /did not place the call/],
  ['an earlier call', [{ status: 'completed', date_created: BEFORE }], 2, /did not place the call/],
  ['a call that is over', [{ status: 'completed', date_created: AFTER }], 4, /which may be this call/],
  ['a call that goes on', [{ status: 'ringing', date_created: AFTER }], 9, undefined],
  ['a call that goes on', [{ status: 'in-progress', date_created: AFTER }], 11, /which may be this call/],
  ['a call of an unknown time', [{ status: 'failed' }], 4, /which may be this call/],
])('a call whose dialing broke off says what is known when the vendor has %s: %j after %i min', async (_, listed, minutes, message) => {
  const call = storedCall({ dialing_at: new Date(DIALED_MS).toISOString() });
  await insertCall(table, call);
  const telephony = { getCall: async () => undefined, listCalls: async () => listed as never };

  await reconcileCall(call, { table, telephony, now: () => new Date(DIALED_MS + minutes * 60_000) });

  const { status, error_message = '' } =
    (await loadCall(table, { userId: call.user_id, callId: call.id })) ?? {};
  expect(status).toBe(message ? 'error' : 'not_started');
  expect(error_message).toMatch(message ?? /^$/);
});
