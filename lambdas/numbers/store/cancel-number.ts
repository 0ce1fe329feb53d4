import { deletionOf, readItem, updateOf } from '../../platform/table/items.ts';
import { type Key, recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf, type WriteItem } from '../../platform/table/write-if.ts';
import { deleteRecord } from '../../records/store/delete-record.ts';
import { stampOf } from '../../records/store/stamps.ts';
import { openShard } from '../../usage/store/keys.ts';
import type { StoredNumber } from '../model/number.ts';
import { numberKind } from '../model/number.ts';
import { holderKey, phoneKey } from './keys.ts';

/** Cancels a number. From then on it is due for reconciliation, which releases a bought number. */
export async function storeCancellation(
  table: Table,
  number: StoredNumber,
  now: Date,
): Promise<StoredNumber> {
  const { user_id, id, number: phoneNumber } = number;
  const due = { reconcile_at: now.toISOString() };
  await attemptUntil(async () => {
    const written = await transactIf(table, [
      updateOf(table, recordKey(user_id, 'number', id), {
        set: { active: false, ...due, open: openShard(id), ...stampOf(table) },
        condition: 'active = :true',
        values: { ':true': true },
      }),
      updateOf(table, phoneKey(user_id, phoneNumber), {
        set: { active: false },
        condition: 'number_id = :id',
        values: { ':id': id },
      }),
      // If another user holds the number now, it stays theirs.
      ...(await removalOfOwn(table, holderKey(phoneNumber), id)),
    ]);
    if (written.outcome === 'refused' && written.failedConditions[0]) return true;
    return written.outcome === 'done' || undefined;
  });
  return { ...number, active: false, ...due };
}

/** Deletes the record of a cancelled number. Returns false if it does not exist. */
export function removeNumber(table: Table, number: StoredNumber): Promise<boolean> {
  const { user_id, id } = number;
  const further = () => removalOfOwn(table, phoneKey(user_id, number.number), id);
  return deleteRecord(table, user_id, { kind: numberKind, id, further });
}

/** The deletion of an item that refers to this number; no write if the item now refers to another number. */
async function removalOfOwn(table: Table, Key: Key, id: string): Promise<WriteItem[]> {
  const item = await readItem(table, Key);
  if (item?.number_id !== id) return [];
  return [deletionOf(table, Key, { condition: 'number_id = :id', values: { ':id': id } })];
}
