import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyVendorStatus } from '../../../lambdas/calls/reconciliation/apply-vendor-status.ts';
import { connectCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import { LIST_PRICES } from '../../../lambdas/usage/model/prices.ts';
import { loadOpenCalls } from '../../../lambdas/usage/store/open-calls.ts';
import { type Conflict, Conflicts } from '../../support/table/conflicts.ts';
import { newCallIn } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();
const conflicts = new Conflicts(table);

afterEach(() => {
  const { left } = conflicts;
  conflicts.clear();
  expect(left, 'conflicts that no write met').toBe(0);
});

beforeEach(() => {
  vi.stubEnv('RECONCILE_SECONDS', '120');
  vi.stubEnv('PRICES', JSON.stringify(LIST_PRICES));
});

const now = new Date('2026-01-01T00:01:00.000Z');
const SID = 'CA00000000000000000000000000000001';

/** Conflicts of a single write, once and twice. */
const OF_SINGLE_WRITES: readonly (readonly [string, readonly Conflict[]])[] = [
  ['a conflict', ['TransactionConflictException']],
  ['two conflicts', ['TransactionConflictException', 'TransactionConflictException']],
  ['a throttled table', ['ProvisionedThroughputExceededException']],
];

/** Conflicts of a transaction, once and twice. */
const OF_TRANSACTIONS: typeof OF_SINGLE_WRITES = [
  ['a conflict', ['cancelled: TransactionConflict']],
  ['a throttled write', ['cancelled: ThrottlingError']],
  ['a throttled write and a conflict', ['cancelled: ThrottlingError', 'cancelled: TransactionConflict']],
  ['a throttled table', ['cancelled: ProvisionedThroughputExceeded']],
];

const dialedCall = () => newCallIn(table, { dialing_at: now.toISOString(), counted: true });

async function connectedCall() {
  const { call, key } = await dialedCall();
  await connectCall(table, key, { sid: SID, now });
  return { call: { ...call, telephony_id: SID }, key };
}

describe('a status callback', () => {
  it.each(OF_SINGLE_WRITES)('that reports an answered call survives %s', async (_what, injected) => {
    const { call, key } = await dialedCall();
    conflicts.inject(...injected);

    await applyVendorStatus(table, { call, report: { sid: SID, status: 'in-progress' }, now });

    expect(await loadCall(table, key)).toMatchObject({ status: 'in_progress', telephony_id: SID });
  });

  it.each(OF_TRANSACTIONS)('that reports the end survives %s', async (_what, injected) => {
    const { call, key } = await connectedCall();
    conflicts.inject(...injected);

    await applyVendorStatus(table, { call, report: { sid: SID, status: 'completed' }, now });

    expect(await loadCall(table, key)).toMatchObject({ status: 'ended' });
    expect(await loadOpenCalls(table, key.userId)).toBe(0);
  });

  it('fails with an error when the item stays busy, and the call stays unchanged', async () => {
    const { key } = await connectedCall();
    conflicts.inject(...Array.from({ length: 20 }, () => 'cancelled: TransactionConflict' as const));

    const finished = finishCall(table, key, { transition: 'end', now });

    await expect(finished).rejects.toThrow('20 attempts in a row');
    expect(await loadCall(table, key)).toMatchObject({ status: 'in_progress' });
  });
});
