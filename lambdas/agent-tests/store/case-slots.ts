import { readItem, updateItem } from '../../platform/table/items.ts';
import { attemptUntil, StillBusy } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { caseSlotsKey } from './keys.ts';

/** Cases of one user that run at the same time: fewer than there are workers, since a case may take minutes. */
export const MAX_RUNNING = 10;

/** A slot, and the time (epoch milliseconds) at which it becomes free even if its worker dies. */
interface Slot {
  readonly name: string;
  readonly until: number;
}

/** Takes a slot. Returns undefined if all stay taken for some seconds, in which most cases finish. */
export const takeSlot = (
  table: Table,
  userId: string,
  { nowMs, seconds }: { readonly nowMs: number; readonly seconds: number },
): Promise<Slot | undefined> =>
  attemptUntil(async () => {
    const taken = (await readItem(table, caseSlotsKey(userId))) ?? {};
    const until = nowMs + seconds * 1000;
    for (let number = 1; number <= MAX_RUNNING; number += 1) {
      const name = `slot_${number}`;
      if (Number(taken[name] ?? 0) > nowMs) continue;
      const isTaken = await updateItem(table, caseSlotsKey(userId), {
        set: { [name]: until, expires_at: Math.ceil(until / 1000) },
        condition: `attribute_not_exists(${name}) OR ${name} <= :now`,
        values: { ':now': nowMs },
      });
      if (isTaken) return { name, until };
    }
    return undefined;
  }).catch((error: unknown) => {
    if (error instanceof StillBusy) return undefined;
    throw error;
  });

export const leaveSlot = (table: Table, userId: string, { name, until }: Slot): Promise<boolean> =>
  updateItem(table, caseSlotsKey(userId), {
    remove: [name],
    condition: `${name} = :until`,
    values: { ':until': until },
  });
