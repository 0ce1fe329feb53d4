import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { readItem, updateItem } from '../../platform/table/items.ts';
import { tryWrite } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { idempotencyKey } from '../keys.ts';

export interface RequestKey {
  readonly userId: string;
  readonly key: string;
}

export type Claim =
  | { readonly kind: 'claimed'; readonly seed: string; readonly at: Date }
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'other' | 'busy' | 'unkept' };

const KEPT_SECONDS = 24 * 3600;
/** Maximum bytes of a compressed answer: an item has at most 400 KB. */
const MAX_ANSWER_BYTES = 390_000;

const storedKey = z.object({
  request_hash: z.string(),
  seed: z.string(),
  claimed_at: z.string(),
  /** Until when a run may be under way (epoch milliseconds); absent after the answer was stored. */
  locked_until: z.optional(z.number()),
  answer: z.optional(z.instanceof(Uint8Array)),
});

/** Claims a key for a request. The first request runs; a repeat runs again if the earlier run was cut off. */
export async function claimKey(
  table: Table,
  requestKey: RequestKey,
  request: {
    readonly requestHash: string;
    readonly now: Date;
    readonly lockedForMs: number;
    /** @default a day */
    readonly keptSeconds?: number;
  },
): Promise<Claim> {
  const { requestHash, now, lockedForMs, keptSeconds = KEPT_SECONDS } = request;
  const seed = randomBytes(32).toString('base64');
  const Key = idempotencyKey(requestKey);
  const fresh = {
    request_hash: requestHash,
    seed,
    claimed_at: now.toISOString(),
    locked_until: now.getTime() + lockedForMs,
    expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
  };
  const isFirst = await tryWrite(() =>
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...Key, ...fresh },
        ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': Math.floor(now.getTime() / 1000) },
      }),
    ),
  );
  if (isFirst) return { kind: 'claimed', seed, at: now };
  const item = await readItem(table, Key);
  const known = storedKey.safeParse(item).data;
  // The key was released between the two requests.
  if (!known) return { kind: 'busy' };
  // The SDK repeats a write whose answer was lost, so the lock may be our own.
  if (known.seed === seed) return { kind: 'claimed', seed, at: now };
  if (known.request_hash !== requestHash) return { kind: 'other' };
  if (known.answer) return { kind: 'answered', answer: gunzipSync(known.answer).toString() };
  if (known.locked_until === undefined) return { kind: 'unkept' };
  if (known.locked_until > now.getTime()) return { kind: 'busy' };
  const { locked_until } = known;
  const isTakenOver = await updateItem(table, Key, {
    set: { locked_until: fresh.locked_until },
    condition: 'locked_until = :before',
    values: { ':before': locked_until },
  });
  return isTakenOver
    ? { kind: 'claimed', seed: known.seed, at: new Date(known.claimed_at) }
    : { kind: 'busy' };
}

/** Stores the answer for repeated requests; undefined if it must not be stored. */
export async function keepAnswer(table: Table, requestKey: RequestKey, answer: unknown): Promise<void> {
  const compressed = answer === undefined ? undefined : gzipSync(JSON.stringify(answer));
  await updateItem(table, idempotencyKey(requestKey), {
    ...(compressed && compressed.length <= MAX_ANSWER_BYTES && { set: { answer: compressed } }),
    remove: ['locked_until'],
    condition: 'attribute_exists(locked_until)',
  });
}

export async function releaseKey(table: Table, requestKey: RequestKey): Promise<void> {
  await updateItem(table, idempotencyKey(requestKey), {
    set: { expires_at: 0 },
    condition: 'attribute_exists(locked_until)',
  });
}
