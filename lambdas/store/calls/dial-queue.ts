import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  dialQueuePartition,
  lastTagKey,
  virtualTimeKey,
  WAITING_PREFIX,
  waitingCallKey,
} from '../table/keys.ts';
import { attemptUntil, isWritten, sendUntilDecided } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import type { CallKey } from './calls.ts';

/** A call that waits to be dialled through an account. */
export interface WaitingCall extends CallKey {
  /** The id of the account's connection; null for the platform's account. */
  readonly account: string | null;
  /** Its place: the lowest tag of the account is dialled first. */
  readonly tag: number;
}

/** Waiting calls that are read at once: at about 150 bytes each, they take one read unit. */
const PAGE = 20;

/** Days that a waiting call is kept at most, and the tags and the virtual time of a queue. The tags are the first to go. */
const KEPT_DAYS = { waiting: 14, lastTag: 3, virtualTime: 7 };

const waitingItem = z.object({ tag: z.int(), user_id: z.string(), call_id: z.string() });
const virtualTimeItem = z.object({ tag: z.int() });
const lastTagItem = z.object({ last_tag: z.int() });

/**
 * Takes the place of a user's next call in an account's queue (start-time fair queuing): one behind the user's call before it, but
 * not before what was dialled last. So the n-th waiting call of each user has about the same tag, whoever came first.
 */
export async function takeTag(
  table: Table,
  { account, userId, now }: { readonly account: string | null; readonly userId: string; readonly now: Date },
): Promise<number> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: virtualTimeKey(account), ConsistentRead: true }),
  );
  const virtualTime = Item ? virtualTimeItem.parse(Item).tag : 0;
  const values = { ':virtual': virtualTime, ':expiry': expiry(now, KEPT_DAYS.lastTag) };
  const update = { TableName: table.name, Key: lastTagKey(account, userId) };
  return attemptUntil(async () => {
    const next = await tagOf(table, {
      ...update,
      UpdateExpression: 'SET last_tag = last_tag + :one, expires_at = :expiry',
      ConditionExpression: 'last_tag >= :virtual',
      ExpressionAttributeValues: { ...values, ':one': 1 },
    });
    if (next !== undefined) return next;
    return tagOf(table, {
      ...update,
      UpdateExpression: 'SET last_tag = :first, expires_at = :expiry',
      ConditionExpression: 'attribute_not_exists(last_tag) OR last_tag < :virtual',
      ExpressionAttributeValues: { ...values, ':first': virtualTime + 1 },
    });
  });
}

/** The tag that such an update gave; undefined if its condition did not hold. */
async function tagOf(
  table: Table,
  update: ConstructorParameters<typeof UpdateCommand>[0],
): Promise<number | undefined> {
  const written = await sendUntilDecided(() =>
    table.client.send(new UpdateCommand({ ...update, ReturnValues: 'UPDATED_NEW' })),
  );
  return written.outcome === 'done' ? lastTagItem.parse(written.output.Attributes).last_tag : undefined;
}

/** The write by which a call comes into its account's queue. */
export function waitingPut(table: Table, waiting: WaitingCall, now: Date): WriteItem {
  const { account, tag, userId, callId } = waiting;
  const Item = {
    ...waitingCallKey(account, waiting),
    tag,
    user_id: userId,
    call_id: callId,
    expires_at: expiry(now, KEPT_DAYS.waiting),
  };
  return { Put: { TableName: table.name, Item } };
}

/** The write by which a call leaves the queue; refused if it has left it. */
export function waitingDelete(table: Table, waiting: WaitingCall): WriteItem {
  const Key = waitingCallKey(waiting.account, waiting);
  return { Delete: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(pk)' } };
}

/** Takes a call out of the queue that is not to be dialled any more. */
export async function dropWaiting(table: Table, waiting: WaitingCall): Promise<void> {
  const Key = waitingCallKey(waiting.account, waiting);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
}

/** The first calls of an account's queue, at most 20, in the order in which they are to be dialled. */
export async function listWaiting(table: Table, account: string | null): Promise<WaitingCall[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': dialQueuePartition(account), ':prefix': WAITING_PREFIX },
      ConsistentRead: true,
      Limit: PAGE,
    }),
  );
  return Items.map((item) => {
    const { tag, user_id, call_id } = waitingItem.parse(item);
    return { account, tag, userId: user_id, callId: call_id };
  });
}

/** Whether a call is in the queue. */
export async function isWaiting(table: Table, waiting: WaitingCall): Promise<boolean> {
  const Key = waitingCallKey(waiting.account, waiting);
  const get = new GetCommand({ TableName: table.name, Key, ConsistentRead: true });
  return (await table.client.send(get)).Item !== undefined;
}

/** The queue has come to a call: who comes anew goes behind it. */
export async function advanceVirtualTime(
  table: Table,
  { account, tag }: WaitingCall,
  now: Date,
): Promise<void> {
  await isWritten(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: virtualTimeKey(account),
        UpdateExpression: 'SET tag = :tag, expires_at = :expiry',
        ConditionExpression: 'attribute_not_exists(tag) OR tag < :tag',
        ExpressionAttributeValues: { ':tag': tag, ':expiry': expiry(now, KEPT_DAYS.virtualTime) },
      }),
    ),
  );
}

const expiry = (now: Date, days: number) => Math.floor(now.getTime() / 1000) + days * 24 * 3600;
