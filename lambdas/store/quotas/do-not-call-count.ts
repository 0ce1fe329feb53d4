import * as z from 'zod/mini';
import { atMost } from '../table/field-update.ts';
import { updateOf } from '../table/items.ts';
import { doNotCallCountKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';

const counted = z.object({ do_not_call_numbers: z._default(z.number(), 0) });

export const readDoNotCallCount = (item: Record<string, unknown> | undefined): number =>
  counted.parse(item ?? {}).do_not_call_numbers;

/** The write that counts new entries; it is refused if the quota does not permit all of them. */
export const countEntries = (table: Table, userId: string, entries: number): WriteItem =>
  updateOf(table, doNotCallCountKey(userId), {
    add: { do_not_call_numbers: entries },
    ...atMost('do_not_call_numbers', table.quotas?.do_not_call_numbers, entries),
  });

/** The write that changes the count whatever the quota. */
export const changeCount = (table: Table, userId: string, by: number): WriteItem =>
  updateOf(table, doNotCallCountKey(userId), { add: { do_not_call_numbers: by } });
