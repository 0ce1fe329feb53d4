import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  dialQueuePartition,
  lastTagKey,
  virtualTimeKey,
  WAITING_PREFIX,
  waitingCallKey,
} from '../../table/keys.ts';
import { attemptUntil, isWritten, sendUntilDecided } from '../../table/retry.ts';
import type { Table } from '../../table/table.ts';
import type { WriteItem } from '../../table/write-if.ts';
import type { CallKey } from '../calls.ts';

/** A call that waits to be dialled through a telephony account. */
export interface WaitingCall extends CallKey {
  /** The id of the account's connection; null for the platform's account. */
  readonly account: string | null;
  /** The call with the lowest tag of the account is dialled first. */
  readonly tag: number;
}

/** Waiting calls of one request: at about 150 bytes each, they cost one read unit. */
const PAGE = 20;

/** Days after which the items of a queue expire. */
const KEPT_DAYS = { waiting: 14, lastTag: 3, virtualTime: 7 };

const waitingItem = z.object({ tag: z.int(), user_id: z.string(), call_id: z.string() });
const virtualTimeItem = z.object({ tag: z.int() });
const lastTagItem = z.object({ last_tag: z.int() });

/**
 * Assigns a tag to a user's next call (start-time fair queuing): one above the user's previous call, but at least the
 * virtual time. So the n-th waiting call of each user has about the same tag, whatever the order of the users.
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

/** The tag that the update stored. Returns undefined if its condition did not hold. */
async function tagOf(
  table: Table,
  update: ConstructorParameters<typeof UpdateCommand>[0],
): Promise<number | undefined> {
  const written = await sendUntilDecided(() =>
    table.client.send(new UpdateCommand({ ...update, ReturnValues: 'UPDATED_NEW' })),
  );
  return written.outcome === 'done' ? lastTagItem.parse(written.output.Attributes).last_tag : undefined;
}

/** The write that adds a call to the queue. */
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

/** The write that removes a call from the queue; refused if the call is not in it. */
export function waitingDelete(table: Table, waiting: WaitingCall): WriteItem {
  const Key = waitingCallKey(waiting.account, waiting);
  return { Delete: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(pk)' } };
}

/** Removes a call that is no longer to be dialled. */
export async function dropWaiting(table: Table, waiting: WaitingCall): Promise<void> {
  const Key = waitingCallKey(waiting.account, waiting);
  await isWritten(() => table.client.send(new DeleteCommand({ TableName: table.name, Key })));
}

/** The first 20 calls of an account's queue, in the order of dialling. */
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

/** Advances the virtual time to a dialled call: later calls get higher tags. */
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
