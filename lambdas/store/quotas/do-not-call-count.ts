import * as z from 'zod/mini';
import { doNotCallCountKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { atMost } from './open-calls.ts';

const counted = z.object({ do_not_call_numbers: z._default(z.number(), 0) });

export const readDoNotCallCount = (item: Record<string, unknown> | undefined): number =>
  counted.parse(item ?? {}).do_not_call_numbers;

/** The write that counts new entries; it is refused if the quota does not permit all of them. */
export function countEntries(table: Table, userId: string, entries: number): WriteItem {
  const { Update } = changeCount(table, userId, entries);
  const bound = atMost('do_not_call_numbers', table.quotas?.do_not_call_numbers, entries);
  if (!bound) return { Update };
  return {
    Update: {
      ...Update,
      ConditionExpression: bound.condition,
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, [bound.value]: bound.room },
    },
  };
}

export function changeCount(table: Table, userId: string, by: number) {
  return {
    Update: {
      TableName: table.name,
      Key: doNotCallCountKey(userId),
      UpdateExpression: 'ADD do_not_call_numbers :by',
      ExpressionAttributeValues: { ':by': by },
    },
  };
}
