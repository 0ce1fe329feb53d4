import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';
import { writeIf } from './write-if.ts';

/** A rate: `perSecond` uses on average, at most `burst` at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** One use of a limited resource. */
export interface Use {
  readonly limit: RateLimit;
  readonly now: Date;
  /** Aborts the requests to the table. */
  readonly signal?: AbortSignal;
}

/** Seconds after which an unused item expires: much longer than any bucket takes to fill. */
const KEPT_SECONDS = 3600;

/** Most attempts: other writers may use the bucket between two writes. */
const MAX_ATTEMPTS = 3;

/**
 * Uses a token bucket once. Returns 0 if the use is permitted, otherwise the milliseconds until it is. The item stores
 * when the bucket is full again (`next_at`), as in the generic cell rate algorithm.
 */
export async function useRateLimit(table: Table, key: Key, use: Use): Promise<number> {
  const { limit, now } = use;
  const at = now.getTime();
  const latest = at + (limit.burst - 1) * intervalOf(limit);
  let fullAt = await refill(table, key, use);
  for (let attempt = 1; attempt < MAX_ATTEMPTS && fullAt !== undefined; attempt++) {
    if (fullAt > latest) return fullAt - latest;
    fullAt = fullAt > at ? await moveOn(table, key, { use, latest }) : await refill(table, key, use);
  }
  return fullAt === undefined ? 0 : Math.max(fullAt - latest, 0);
}

/** Returns a permitted use that was not made. */
export async function giveBack(table: Table, key: Key, { limit, signal }: Use): Promise<void> {
  await attempt(table, signal, {
    Key: key,
    UpdateExpression: 'SET next_at = next_at - :interval',
    ConditionExpression: 'attribute_exists(next_at)',
    ExpressionAttributeValues: { ':interval': intervalOf(limit) },
  });
}

/** The first use of a full bucket. */
const refill = (table: Table, key: Key, { limit, now, signal }: Use) =>
  attempt(table, signal, {
    Key: key,
    UpdateExpression: 'SET next_at = :next, expires_at = :expiry',
    ConditionExpression: 'attribute_not_exists(next_at) OR next_at <= :now',
    ExpressionAttributeValues: {
      ':next': now.getTime() + intervalOf(limit),
      ':now': now.getTime(),
      ':expiry': Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
    },
  });

/** A use of a bucket that is neither full nor empty. */
const moveOn = (
  table: Table,
  key: Key,
  { use: { limit, now, signal }, latest }: { readonly use: Use; readonly latest: number },
) =>
  attempt(table, signal, {
    Key: key,
    UpdateExpression: 'SET next_at = next_at + :interval',
    ConditionExpression: 'next_at > :now AND next_at <= :latest',
    ExpressionAttributeValues: {
      ':interval': intervalOf(limit),
      ':now': now.getTime(),
      ':latest': latest,
    },
  });

/** Milliseconds between uses. */
const intervalOf = ({ perSecond }: RateLimit) => 1000 / perSecond;

const found = z.object({ next_at: z.object({ N: z.string() }) });

/** Returns undefined if it was written, otherwise the time at which the bucket is full. */
async function attempt(
  table: Table,
  signal: AbortSignal | undefined,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<number | undefined> {
  const command = new UpdateCommand({
    TableName: table.name,
    ...update,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const written = await writeIf(table.client.send(command, { ...(signal && { abortSignal: signal }) }));
  if (written.outcome === 'done') return undefined;
  // The caller decides what to do if the table is too busy to count.
  if (written.outcome === 'busy') throw written.error;
  return Number(found.safeParse(written.item).data?.next_at.N ?? 0);
}
