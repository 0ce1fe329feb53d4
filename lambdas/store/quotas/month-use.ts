import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { monthOf } from '../../domain/calls/usage.ts';
import { monthUseKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';

/** Seconds that the use of a month is kept after the last call of it that ended: longer than the month. */
const KEPT_SECONDS = 40 * 24 * 3600;

const monthUse = z.object({ call_seconds: z._default(z.number(), 0) });

/** A call that is over. */
interface EndedCall {
  readonly userId: string;
  readonly seconds: number;
  readonly start: Date;
  readonly end: Date;
}

/** The write that counts a call for the month in which it began; it belongs into the transaction that ends the call. */
export const countEndedCall = (table: Table, { userId, seconds, start, end }: EndedCall): WriteItem => ({
  Update: {
    TableName: table.name,
    Key: monthUseKey(userId, monthOf(start)),
    UpdateExpression: 'ADD call_seconds :seconds SET expires_at = :expiry',
    ExpressionAttributeValues: {
      ':seconds': seconds,
      ':expiry': Math.floor(end.getTime() / 1000) + KEPT_SECONDS,
    },
  },
});

/** Seconds of a user's calls that began in the month of this time and are over. */
export async function loadEndedSeconds(table: Table, userId: string, inMonth: Date): Promise<number> {
  const Key = monthUseKey(userId, monthOf(inMonth));
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return monthUse.parse(Item ?? {}).call_seconds;
}
