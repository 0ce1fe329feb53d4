import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { StoredCall } from '../../domain/calls/call.ts';
import { lateStartsKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Milliseconds after which a dialled call is answered or over: it begins in the month of that time. */
export const DIALLED_WITHIN_MS = 24 * 3600 * 1000;

/** Milliseconds of waiting after which a call's late start is noted: well before it is searched for by the note. */
const NOTED_AFTER_MS = DIALLED_WITHIN_MS / 2;

/** Seconds for which a note is kept: longer than its month. */
const KEPT_SECONDS = 40 * 24 * 3600;

const note = z.object({ earliest: z.string() });

/**
 * Notes how early a scheduled call was created, for the month in which it begins. Calls are found by creation time, but
 * use is counted by start time.
 */
export async function noteLateStart(table: Table, call: StoredCall, now: Date): Promise<void> {
  if (now.getTime() - Date.parse(call.created_at) <= NOTED_AFTER_MS) return;
  const dialledBy = new Date(now.getTime() + DIALLED_WITHIN_MS);
  const months = new Set([now, dialledBy].map(monthOf));
  for (const month of months) await noteFor(table, call, { month, now });
}

async function noteFor(
  table: Table,
  { user_id, created_at }: StoredCall,
  { month, now }: { readonly month: string; readonly now: Date },
): Promise<void> {
  await isWritten(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: lateStartsKey(user_id, month),
        UpdateExpression: 'SET earliest = :created, expires_at = :expiry',
        ConditionExpression: 'attribute_not_exists(earliest) OR earliest > :created',
        ExpressionAttributeValues: {
          ':created': created_at,
          ':expiry': Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
        },
      }),
    ),
  );
}

/** When the earliest noted call that began in this month was created. Returns undefined without notes. */
export async function earliestLateStart(
  table: Table,
  userId: string,
  inMonth: Date,
): Promise<string | undefined> {
  const Key = lateStartsKey(userId, monthOf(inMonth));
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
  return Item && note.parse(Item).earliest;
}

const monthOf = (time: Date) => time.toISOString().slice(0, 7);
