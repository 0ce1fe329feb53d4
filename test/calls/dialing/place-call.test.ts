import { afterAll, expect, it } from 'vitest';
import { dialWorker } from '../../../lambdas/calls/dialing/dial.ts';
import { placeCall } from '../../../lambdas/calls/dialing/place-call.ts';
import { RESERVED_PARAMETERS } from '../../../lambdas/calls/model/telephony-params.ts';
import { insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { variablesOf } from '../../../lambdas/platform/worker.ts';
import type { PlaceCallRequest } from '../../../lambdas/vendors/telephony/calls.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';
import { stubVariables } from '../../support/table/variables.ts';

const table = await tableOfFile();
afterAll(await startSecrets());
stubVariables(variablesOf(dialWorker), { CALLBACK_BASE_URL: 'https://api.example.com' });

/** Places a call that is stored. Returns the outcome, and the requests to the vendor. */
async function place(call: ReturnType<typeof storedCall>) {
  await insertCall(table, call);
  const requests: PlaceCallRequest[] = [];
  const telephony = {
    async placeCall(request: PlaceCallRequest) {
      requests.push(request);
      return { sid: 'CA1', status: 'queued' };
    },
  };
  return { outcome: await placeCall(call, { table, telephony, now: () => new Date() }), requests };
}

it('placing a call passes on the permitted vendor parameters, and no other stored ones', async () => {
  const reserved = Object.fromEntries(RESERVED_PARAMETERS.map((name) => [name, 'https://evil.example.com/']));
  const telephony_params = { Timeout: '20', CallReason: 'Your order', MyTag: 'spring', ...reserved };

  const { outcome, requests } = await place(storedCall({ telephony_params }));

  expect(outcome).toBe('placed');
  expect(requests.map(({ further }) => further)).toEqual([{ Timeout: '20', CallReason: 'Your order' }]);
});

it('a call that lacks a required key of its context is not placed', async () => {
  const call = storedCall({ context_source: { endpoint: null, required_keys: ['name'] } });

  expect(await place(call)).toEqual({ outcome: 'refused', requests: [] });
  const stored = await loadCall(table, { userId: call.user_id, callId: call.id });
  expect(stored?.error_message).toContain('missing: name.');
});
