import { describe, expect, it } from 'vitest';
import type { StoredNumber } from '../../lambdas/numbers/model/number.ts';
import { numberKind } from '../../lambdas/numbers/model/number.ts';
import { numberUrls } from '../../lambdas/numbers/number-urls.ts';
import { reconcileNumber } from '../../lambdas/numbers/reconcile-number.ts';
import { storeCancellation } from '../../lambdas/numbers/store/cancel-number.ts';
import { addNumber, reconcileFrom } from '../../lambdas/numbers/store/numbers.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { getRecord } from '../../lambdas/records/store/records.ts';
import { VendorRefusal } from '../../lambdas/vendors/telephony/vendor-errors.ts';
import { carrierOfFile } from '../support/carrier-of-file.ts';
import { listDueForReconciliation } from '../support/due-for-reconciliation.ts';

const THEIRS = 'https://example.com/mine';
const now = new Date('2026-01-01T12:00:00.000Z');
const { table, tell, urlsOf, ...carrier } = await carrierOfFile();

/** A number that a user has linked, with other URLs at the vendor. */
const linkedNumber = (changes: Partial<StoredNumber> = {}, auth_token?: string) =>
  carrier.linkedNumber(
    { voice_url: THEIRS, status_callback: THEIRS },
    { reconcile_at: now.toISOString(), ...changes },
    auth_token,
  );

const storedOf = async ({ user_id, id }: StoredNumber) => getRecord(table, user_id, numberKind, id);

const isDue = async (number: StoredNumber) =>
  (await listDueForReconciliation(table, now)).some(({ kind, id }) => kind === 'number' && id === number.id);

describe('the reconciliation of a linked number', () => {
  it('sets the service’s URLs at the vendor, once', async () => {
    const number = await linkedNumber();
    const before = await isDue(number);

    await reconcileNumber(table, number);

    expect([before, await isDue(number)]).toEqual([true, false]);
    expect(await urlsOf(number)).toEqual(await numberUrls(number));
  });

  it('leaves an outbound-only number alone, and removes the service’s URLs from one that becomes outbound-only', async () => {
    const alone = await linkedNumber({ outbound_only: true });
    const changed = await linkedNumber();
    await reconcileNumber(table, changed);

    await reconcileNumber(table, alone);
    await reconcileNumber(table, { ...changed, outbound_only: true });

    expect(await urlsOf(alone)).toEqual({ voice: THEIRS, fallback: '', status: THEIRS });
    expect(await urlsOf(changed)).toEqual({ voice: '', fallback: '', status: '' });
  });

  it('removes also old URLs of the service without a key', async () => {
    const number = await linkedNumber({ outbound_only: true });
    const former = `https://callbacks.example/telephony/numbers/${number.user_id}/${number.id}`;
    const urls = { voice_url: `${former}/incoming`, status_callback: `${former}/status` };
    await tell(`numbers/${encodeURIComponent(number.number)}`, urls);

    await reconcileNumber(table, number);

    expect(await urlsOf(number)).toEqual({ voice: '', fallback: '', status: '' });
  });

  it('stays due after a concurrent change', async () => {
    const number = await linkedNumber();
    await reconcileFrom(table, number, new Date(now.getTime() - 1));

    await reconcileNumber(table, number);

    expect(await isDue(number)).toBe(true);
  });

  it('removes the service’s URLs from a cancelled number, also if it was linked again', async () => {
    const first = await linkedNumber();
    await reconcileNumber(table, first);
    const cancelled = await storeCancellation(table, first, now);
    const again = { ...first, id: newId(), reconcile_at: now.toISOString() };
    await addNumber(table, again);
    await reconcileNumber(table, again);

    await reconcileNumber(table, cancelled);

    expect(await urlsOf(first)).toEqual(await numberUrls(again));
    expect((await storedOf(first))?.reconcile_at).toBeUndefined();
  });

  it('reports a refusal of the account', async () => {
    const number = await linkedNumber({}, 'another token');

    await expect(reconcileNumber(table, number)).rejects.toThrow(VendorRefusal);
    expect(await isDue(number)).toBe(true);
  });
});
