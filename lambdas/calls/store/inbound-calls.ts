import * as z from 'zod/mini';
import { storeSnapshot } from '../../agents/store/snapshots.ts';
import { id } from '../../platform/fields.ts';
import { readItem } from '../../platform/table/items.ts';
import type { Table } from '../../platform/table/table.ts';
import { QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { additionsOf, WritesRefused, writeToLists } from '../../records/store/lists/write-to-lists.ts';
import { countingNew, TooManyOpenCalls } from '../../usage/store/open-calls.ts';
import { callKind } from '../model/call.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { callPut, countsOf, getCallWithSnapshot } from './calls.ts';
import { vendorCallKey } from './keys.ts';

const vendorCall = z.object({ call_id: id });

/** Seconds for which the vendor's id of an inbound call is kept: longer than any callback about it. */
const KNOWN_SECONDS = 7 * 24 * 3600;

export async function findInboundCall(
  table: Table,
  userId: string,
  sid: string,
): Promise<CallWithSnapshot | undefined> {
  const item = await readItem(table, vendorCallKey(userId, sid));
  return item && getCallWithSnapshot(table, { userId, callId: vendorCall.parse(item).call_id });
}

export interface InboundCall {
  readonly sid: string;
  /** The maximum number of open calls of the user, this one included. @default any number */
  readonly maxOpen?: number | undefined;
}

/** Stores an inbound call, or returns the one of this vendor call. Throws TooManyOpenCalls and QuotaExceeded. */
export async function storeInboundCall(
  table: Table,
  newCall: CallWithSnapshot,
  { sid, maxOpen }: InboundCall,
): Promise<CallWithSnapshot> {
  const call = { ...newCall, counted: true };
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
  try {
    await countingNew(
      table,
      { ...countsOf([call]), maxOpen },
      {
        store: () =>
          writeToLists(table, [callPut(table, call), bySid], additionsOf([{ kind: callKind, record: call }])),
        isStored: async () => false,
      },
    );
  } catch (error) {
    if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
    const other = await findInboundCall(table, userId, sid);
    if (other) return other;
    throw error;
  }
  await storeSnapshot(table, call);
  return call;
}

const REFUSALS = [WritesRefused, QuotaExceeded, TooManyOpenCalls];
