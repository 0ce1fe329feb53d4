import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type HumanDetectionResult, type StoredCall, storedCall } from '../../domain/calls/call.ts';
import { transitions } from '../../domain/calls/call-state.ts';
import { additionsOf, WritesRefused } from '../lists/changes.ts';
import { countCalls, loadCounts, refusalOf } from '../quotas/open-calls.ts';
import type { NewRecord } from '../records/kinds.ts';
import { creationOf } from '../records/records.ts';
import { writeCounted } from '../records/reference-counts.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { callOrderKey, OPEN_CALLS, recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { updateOnce } from '../table/update-once.ts';
import { NEW_ITEM, type WriteItem } from '../table/write-if.ts';
import { priorStates } from './prior-states.ts';

/** Identifies a call: its user's id and its own. */
export interface CallKey {
  readonly userId: string;
  readonly callId: string;
}

/** A new call and the records stored with it. */
export interface CallCreation {
  /** The records of an inline agent. */
  readonly records?: readonly NewRecord[];
  /** How many open calls its user may then have. @default any number */
  readonly maxOpen?: number;
}

/**
 * Stores a new call in its user's list, and counts it if it is open. A call that exists already was stored by an
 * earlier run of the same request. Throws TooManyOpenCalls and QuotaExceeded.
 */
export async function createCall(
  table: Table,
  call: StoredCall,
  { records = [], maxOpen }: CallCreation = {},
): Promise<void> {
  const { puts, counts } = creationOf(table, records);
  const names = records.map(({ kind, record }) => ({ kind, userId: record.user_id, id: record.id }));
  const { user_id: userId, id } = call;
  const counted = { ...countsOf([call]), maxOpen };
  const counting = countCalls(table, counted);
  try {
    await writeCounted(table, {
      writes: [...puts, callPut(table, call), counting],
      counts,
      additions: additionsOf([...names, { kind: 'call', userId, id }]),
    });
  } catch (error) {
    if (!(error instanceof WritesRefused && error.writes.includes(counting))) throw error;
    throw refusalOf(counted, await loadCounts(table, userId), table.quotas) ?? error;
  }
}

/** What new calls of one user count for: those that are not open are scheduled. */
export function countsOf(calls: readonly StoredCall[]) {
  return {
    userId: calls[0]?.user_id ?? '',
    calls: calls.filter(({ counted }) => counted).length,
    scheduled: calls.filter(({ counted }) => !counted).length,
    bytes: calls.reduce((sum, call) => sum + bytesOfCall(call), 0),
  };
}

/** Bytes of a call, or of a part of it, as JSON. */
export const bytesOfCall = (call: Partial<StoredCall>): number => Buffer.byteLength(JSON.stringify(call));

/** The write of a new call. It belongs in the transaction that adds the call to the list. */
export function callPut(table: Table, call: StoredCall): WriteItem {
  const Item = {
    ...callOrderKey(call.user_id, call.id),
    ...call,
    agent_id: call.agent.id,
    open: OPEN_CALLS,
    stored_bytes: bytesOfCall(call),
    ...(!call.counted && { counted_as_scheduled: true }),
  };
  return { Put: { TableName: table.name, Item, ConditionExpression: NEW_ITEM } };
}

/** The call. Returns undefined if its user has none with this id. */
export async function getCall(table: Table, { userId, callId }: CallKey): Promise<StoredCall | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: recordKey(userId, 'call', callId), ConsistentRead: true }),
  );
  return Item && storedCall.parse(Item);
}

/** Stores the dial slot, the tag and the reconciliation time of a call that was not dialled yet. */
export async function keepDialSlot(
  table: Table,
  key: CallKey,
  { dialAt, tag, reconcileAt }: { readonly dialAt: Date; readonly tag: number; readonly reconcileAt: Date },
): Promise<void> {
  await isWritten(() =>
    updateCall(table, key, {
      set: { dial_at: dialAt.toISOString(), dial_tag: tag, settle_at: reconcileAt.toISOString() },
      condition: '#status = :not_started AND attribute_not_exists(dialling_at)',
      values: { ':not_started': 'not_started' },
    }),
  );
}

/** Marks a call as being dialled. Returns false if it was marked before or is over. */
export async function claimDialling(
  table: Table,
  key: CallKey,
  { now, reconcileAt }: { readonly now: Date; readonly reconcileAt: Date },
): Promise<boolean> {
  return updateOnce(table, recordKey(key.userId, 'call', key.callId), {
    set: { dialling_at: now.toISOString(), settle_at: reconcileAt.toISOString() },
    condition: '#status = :not_started AND attribute_not_exists(dialling_at)',
    values: { ':not_started': 'not_started' },
  });
}

/** Removes the mark after the vendor certainly did not place the call. */
export async function releaseDialling(table: Table, key: CallKey): Promise<void> {
  await isWritten(() =>
    updateCall(table, key, { remove: ['dialling_at'], condition: 'attribute_not_exists(telephony_id)' }),
  );
}

/** Stores the vendor's id of a call that has none yet, and its next reconciliation time. */
export async function recordVendorCall(
  table: Table,
  key: CallKey,
  vendorCall: { readonly sid: string; readonly status: string; readonly reconcileAt: Date },
): Promise<void> {
  await isWritten(() =>
    updateCall(table, key, {
      set: {
        telephony_id: vendorCall.sid,
        telephony_metadata: { call_sid: vendorCall.sid, call_status: vendorCall.status },
        settle_at: vendorCall.reconcileAt.toISOString(),
      },
      condition: 'attribute_exists(pk) AND attribute_not_exists(telephony_id)',
    }),
  );
}

/** The callee answered: `not_started` becomes `in_progress`. Returns false if the condition does not hold. */
export async function connectCall(
  table: Table,
  key: CallKey,
  facts: { readonly sid: string; readonly now: Date; readonly reconcileAt: Date },
): Promise<boolean> {
  const permitted = priorStates('connect');
  return isWritten(() =>
    updateCall(table, key, {
      set: {
        status: transitions.connect.to,
        stage: 'picked_up',
        start_time: facts.now.toISOString(),
        telephony_id: facts.sid,
        telephony_metadata: { call_sid: facts.sid, call_status: 'in-progress' },
        settle_at: facts.reconcileAt.toISOString(),
      },
      condition: `${permitted.condition} AND ${OF_VENDOR_CALL}`,
      values: { ...permitted.values, ':sid': facts.sid },
    }),
  );
}

/** The condition that `:sid` may be the vendor's id of the call: the call has this id, or it was dialled and has none. */
export const OF_VENDOR_CALL =
  '(telephony_id = :sid OR (attribute_not_exists(telephony_id) AND attribute_exists(dialling_at)))';

/** Stores a fetched context beside the one given with the call. */
export async function recordContext(table: Table, call: StoredCall): Promise<void> {
  const { context, given_context } = call;
  await isWritten(() =>
    updateCall(
      table,
      { userId: call.user_id, callId: call.id },
      {
        set: { context, given_context },
        condition: '#status = :in_progress AND attribute_not_exists(given_context)',
        values: { ':in_progress': 'in_progress' },
      },
    ),
  );
}

/** Stores the result of answering-machine detection; the first one counts. */
export async function recordHumanDetection(
  table: Table,
  key: CallKey,
  { result, now }: { readonly result: HumanDetectionResult; readonly now: Date },
): Promise<void> {
  await isWritten(() =>
    updateCall(table, key, {
      set: { human_detection_result: result, human_detected_at: now.toISOString() },
      condition: 'attribute_exists(pk) AND attribute_not_exists(human_detection_result)',
    }),
  );
}

type FieldUpdate = Parameters<typeof fieldUpdate>[0];

async function updateCall(table: Table, { userId, callId }: CallKey, update: FieldUpdate): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: recordKey(userId, 'call', callId),
      ...fieldUpdate(update),
    }),
  );
}
