import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { StoredCall } from '../../domain/calls/call.ts';
import type { Session } from '../../domain/conversations/conversation.ts';
import { phoneNumber } from '../../domain/fields.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { getItems } from '../table/get-items.ts';
import { doNotCallKey, recordKey, sessionKey } from '../table/keys.ts';
import { transact } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { getCall } from './calls.ts';

/** An entry of the do-not-call list. */
const listedNumber = z.object({ phone_number: phoneNumber });

/** Most items of one request. */
const MAX_KEYS = 100;

/** The numbers among these that are on a user's do-not-call list. */
export async function numbersOnDoNotCallList(
  table: Table,
  userId: string,
  numbers: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(numbers)].map((number) => doNotCallKey(userId, number));
  const parts = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS) parts.push(keys.slice(start, start + MAX_KEYS));
  const items = (await Promise.all(parts.map((part) => getItems(table, part)))).flat();
  return new Set(items.map((item) => listedNumber.parse(item).phone_number));
}

/** Whether a call may not be placed because its number is on the do-not-call list. */
export async function isOnDoNotCallList(
  table: Table,
  {
    user_id,
    to_number,
    override_do_not_call,
  }: Pick<StoredCall, 'user_id' | 'to_number' | 'override_do_not_call'>,
): Promise<boolean> {
  if (override_do_not_call) return false;
  const Key = doNotCallKey(user_id, to_number);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item !== undefined;
}

/**
 * Handles a do-not-call request in one transaction: notes it on the call, lists the number, and lets the call end when
 * the agent's words were heard. Returns false if the caller spoke or hung up meanwhile; the number is listed all the
 * same, but the call does not end for it.
 */
export async function addToDoNotCallList(
  table: Table,
  connectionId: string,
  { session, now }: { readonly session: Session; readonly now: Date },
): Promise<boolean> {
  const call = await getCall(table, { userId: session.user_id, callId: session.call_id });
  if (!call) return false;
  const writes = listing(table, call, now);
  const ending = {
    Update: {
      TableName: table.name,
      Key: sessionKey(connectionId),
      ...fieldUpdate({
        set: { ending: true },
        add: { version: 1 },
        condition: 'generation = :generation AND attribute_not_exists(closed)',
        values: { ':generation': session.generation },
      }),
    },
  };
  const written = await transact(table, [ending, ...writes]);
  if (written.outcome === 'done') return true;
  const [, ...failed] = written.failedConditions;
  // The call was deleted meanwhile; only the number is listed.
  if (!failed.includes(true)) await transact(table, writes);
  return false;
}

/** A withheld number cannot be listed. */
function listing(table: Table, call: StoredCall, now: Date): WriteItem[] {
  const { id, user_id, direction, from_number, to_number } = call;
  const number = direction === 'outbound' ? to_number : from_number;
  const result = {
    Update: {
      TableName: table.name,
      Key: recordKey(user_id, 'call', id),
      ...fieldUpdate({ set: { do_not_call_result: true }, condition: 'attribute_exists(pk)' }),
    },
  };
  if (number === 'anonymous') return [result];
  const Item = {
    ...doNotCallKey(user_id, number),
    phone_number: number,
    call_id: id,
    listed_at: now.toISOString(),
  };
  return [result, { Put: { TableName: table.name, Item } }];
}
