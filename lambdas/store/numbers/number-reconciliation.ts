import type { StoredNumber } from '../../domain/records/number.ts';
import { updateItem, updateOf } from '../table/items.ts';
import { openShard, recordKey } from '../table/keys.ts';
import { isTransacted } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { uncountNumber } from './number-places.ts';

export async function reconcileFrom(table: Table, { user_id, id }: StoredNumber, now: Date): Promise<void> {
  await updateItem(table, recordKey(user_id, 'number', id), {
    set: { settle_at: now.toISOString(), open: openShard(id) },
    condition: 'attribute_exists(pk)',
  });
}

/** Stores that the number matches the vendor's state, unless it changed. A cancelled one stops counting. */
export async function finishReconciliation(table: Table, number: StoredNumber): Promise<void> {
  const { user_id, id, settle_at, active } = number;
  if (settle_at === undefined) return;
  const places = active ? [] : uncountNumber(table, number);
  const update = updateOf(table, recordKey(user_id, 'number', id), {
    remove: ['settle_at', 'open', 'reconciliation', ...(places.length > 0 ? ['counted_as'] : [])],
    condition: `settle_at = :read AND active = :active${places.length > 0 ? ' AND attribute_exists(counted_as)' : ''}`,
    values: { ':read': settle_at, ':active': active },
  });
  await isTransacted(table, [update, ...places]);
}
