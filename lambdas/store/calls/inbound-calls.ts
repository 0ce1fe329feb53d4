import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { StoredCall } from '../../domain/calls/call.ts';
import { id } from '../../domain/fields.ts';
import { additionsOf, WritesRefused, writeToLists } from '../lists/changes.ts';
import { countCalls, loadCounts, refusalOf } from '../quotas/open-calls.ts';
import { vendorCallKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { callPut, countsOf, getCall } from './calls.ts';

const vendorCall = z.object({ call_id: id });

/** Seconds for which the vendor's id of an inbound call is kept: longer than any callback about it. */
const KNOWN_SECONDS = 7 * 24 * 3600;

/** The user's inbound call with this vendor id. Returns undefined if there is none. */
export async function findInboundCall(
  table: Table,
  userId: string,
  sid: string,
): Promise<StoredCall | undefined> {
  const Key = vendorCallKey(userId, sid);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item && getCall(table, { userId, callId: vendorCall.parse(Item).call_id });
}

/**
 * Stores an inbound call, once for each vendor call; returns the existing one if there is one. It counts as open,
 * whatever the limit. Throws QuotaExceeded.
 */
export async function storeInboundCall(table: Table, given: StoredCall, sid: string): Promise<StoredCall> {
  const call = { ...given, counted: true };
  const { user_id: userId, id: call_id, created_at } = call;
  const expires_at = Math.floor(Date.parse(created_at) / 1000) + KNOWN_SECONDS;
  const bySid = {
    Put: {
      TableName: table.name,
      Item: { ...vendorCallKey(userId, sid), call_id, expires_at },
      // Differs from the condition of the call's own write, which counts as done when it is repeated.
      ConditionExpression: 'attribute_not_exists(call_id)',
    },
  };
  const additions = additionsOf([{ kind: 'call', userId, id: call_id }]);
  const counting = countCalls(table, countsOf([call]));
  try {
    await writeToLists(table, [callPut(table, call), bySid, counting], additions);
    return call;
  } catch (error) {
    if (!(error instanceof WritesRefused)) throw error;
    const other = await findInboundCall(table, userId, sid);
    if (other) return other;
    if (!error.writes.includes(counting)) throw error;
    throw refusalOf(countsOf([call]), await loadCounts(table, userId), table.quotas) ?? error;
  }
}
