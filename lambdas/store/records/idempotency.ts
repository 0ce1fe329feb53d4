import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { fieldUpdate } from '../table/field-update.ts';
import { idempotencyKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Names an idempotency key of a user. */
export interface KeyName {
  readonly userId: string;
  readonly key: string;
}

/** What became of a claim: the request may be run, was answered, or is refused. */
export type Claim =
  | { readonly kind: 'claimed'; readonly seed: string; readonly at: Date }
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'other' | 'busy' | 'unkept' };

/** How long a key is kept, in seconds. */
const KEPT_SECONDS = 24 * 3600;
/** An answer of more bytes (compressed) does not fit into an item of 400 KB beside the rest. */
const MAX_ANSWER_BYTES = 390_000;

const storedKey = z.object({
  request_hash: z.string(),
  /** What the ids and secrets of the request are derived from. */
  seed: z.string(),
  /** When the request was first run: ISO 8601, UTC. */
  claimed_at: z.string(),
  /** Until when it may be being run (milliseconds since 1970); absent once it was answered. */
  locked_until: z.optional(z.number()),
  answer: z.optional(z.instanceof(Uint8Array)),
});

/** Claims a key for a request: the first to come runs it, and one that comes after a run that broke off runs it again. */
export async function claimKey(
  table: Table,
  name: KeyName,
  request: { readonly requestHash: string; readonly now: Date; readonly lockedForMs: number },
): Promise<Claim> {
  const { requestHash, now, lockedForMs } = request;
  const seed = randomBytes(32).toString('base64');
  const Key = idempotencyKey(name);
  const fresh = {
    request_hash: requestHash,
    seed,
    claimed_at: now.toISOString(),
    locked_until: now.getTime() + lockedForMs,
    expires_at: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
  };
  const isFirst = await isWritten(() =>
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
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  const known = storedKey.safeParse(Item).data;
  // Released between the two requests.
  if (!known) return { kind: 'busy' };
  if (known.request_hash !== requestHash) return { kind: 'other' };
  if (known.answer) return { kind: 'answered', answer: gunzipSync(known.answer).toString() };
  if (known.locked_until === undefined) return { kind: 'unkept' };
  if (known.locked_until > now.getTime()) return { kind: 'busy' };
  const { locked_until } = known;
  const isTakenOver = await change(table, name, {
    set: { locked_until: fresh.locked_until },
    condition: 'locked_until = :before',
    values: { ':before': locked_until },
  });
  return isTakenOver
    ? { kind: 'claimed', seed: known.seed, at: new Date(known.claimed_at) }
    : { kind: 'busy' };
}

/** Keeps the answer for those who send the request again; undefined for one that must not be kept. */
export async function keepAnswer(table: Table, name: KeyName, answer: unknown): Promise<void> {
  const compressed = answer === undefined ? undefined : gzipSync(JSON.stringify(answer));
  await change(table, name, {
    ...(compressed && compressed.length <= MAX_ANSWER_BYTES && { set: { answer: compressed } }),
    remove: ['locked_until'],
    condition: 'attribute_exists(locked_until)',
  });
}

/** Lets the key go: nothing was done under it. */
export async function releaseKey(table: Table, name: KeyName): Promise<void> {
  await change(table, name, { set: { expires_at: 0 }, condition: 'attribute_exists(locked_until)' });
}

function change(table: Table, name: KeyName, update: Parameters<typeof fieldUpdate>[0]): Promise<boolean> {
  return isWritten(() =>
    table.client.send(
      new UpdateCommand({ TableName: table.name, Key: idempotencyKey(name), ...fieldUpdate(update) }),
    ),
  );
}
