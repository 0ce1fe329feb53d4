import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { openCallsKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/transaction.ts';

/** A user has as many open calls as they may have: nothing was stored. */
export class TooManyOpenCalls extends Error {
  override readonly name = 'TooManyOpenCalls';
}

/** Which calls are counted. */
export interface CountedCalls {
  readonly userId: string;
  /** How many calls become open. */
  readonly calls: number;
  /** How many the user may then have. @default any number */
  readonly maxOpen?: number | undefined;
}

/** The write by which calls come to a user's open ones; it belongs into the transaction that makes them so. */
export function countOpen(table: Table, { userId, calls, maxOpen }: CountedCalls): WriteItem {
  const update = countBy(table, userId);
  if (maxOpen === undefined) return { Update: { ...update, ExpressionAttributeValues: { ':calls': calls } } };
  const room = maxOpen - calls;
  return {
    Update: {
      ...update,
      // Who never had an open call may not have more than all either.
      ConditionExpression: `${room < 0 ? '' : 'attribute_not_exists(open_calls) OR '}open_calls <= :room`,
      ExpressionAttributeValues: { ':calls': calls, ':room': room },
    },
  };
}

/** The write by which a call leaves its user's open ones; it belongs into the transaction that ends it. */
export function uncountOpen(table: Table, userId: string): WriteItem {
  return { Update: { ...countBy(table, userId), ExpressionAttributeValues: { ':calls': -1 } } };
}

/** How many open calls a user has. */
export async function loadOpenCalls(table: Table, userId: string): Promise<number> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: openCallsKey(userId), ConsistentRead: true }),
  );
  return Item ? count.parse(Item).open_calls : 0;
}

const count = z.object({ open_calls: z.number() });

const countBy = (table: Table, userId: string) => ({
  TableName: table.name,
  Key: openCallsKey(userId),
  UpdateExpression: 'ADD open_calls :calls',
});
