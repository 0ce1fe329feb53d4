import { randomBytes } from 'node:crypto';
import { storeSnapshot, withSnapshot } from '../../agents/store/snapshots.ts';
import type { FieldUpdate } from '../../platform/table/field-update.ts';
import { readItem, updatedItem, updateItem, updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, type WriteItem } from '../../platform/table/write-if.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import { additionsOf } from '../../records/store/lists/write-to-lists.ts';
import { creationOf } from '../../records/store/records.ts';
import { writeCounted } from '../../records/store/reference-counts.ts';
import { stampOf } from '../../records/store/stamps.ts';
import { openShard } from '../../usage/store/keys.ts';
import {
  countingNew,
  isCountRefusal,
  releaseReservation,
  reserveCalls,
} from '../../usage/store/open-calls.ts';
import { callKind, type StoredCall, storedCall } from '../model/call.ts';
import { isFinal, type Transition, transitions } from '../model/call-state.ts';
import type { StoredDecision } from '../model/law/dial-decision.ts';
import { type CallWithSnapshot, withoutSnapshot } from '../model/snapshot.ts';
import { callOrderKey } from './keys.ts';

export interface CallKey {
  readonly userId: string;
  readonly callId: string;
}

/** A new call and the records stored with it. */
export interface CallCreation {
  readonly records?: readonly NewRecord[];
  /** The maximum number of open calls of its user. @default any number */
  readonly maxOpen?: number;
  /** Further writes, without which it is not stored. @default none */
  readonly also?: readonly WriteItem[];
}

/** Stores and counts a new call, then its snapshot; may be repeated. Throws TooManyOpenCalls and QuotaExceeded. */
export async function insertCall(
  table: Table,
  call: CallWithSnapshot,
  { records = [], maxOpen, also = [] }: CallCreation = {},
): Promise<void> {
  const { puts, counts } = creationOf(table, records);
  const { user_id: userId, id } = call;
  await countingNew(
    table,
    { ...countsOf([call]), maxOpen },
    {
      store: () =>
        writeCounted(table, {
          writes: [...puts, callPut(table, call), ...also],
          counts,
          additions: additionsOf([...records, { kind: callKind, record: call }]),
        }),
      isStored: async () => (await loadCall(table, { userId, callId: id })) !== undefined,
    },
  );
  await storeSnapshot(table, call);
}

/** The counters that new calls of one user add to. */
export function countsOf(calls: readonly CallWithSnapshot[]) {
  return {
    userId: calls[0]?.user_id ?? '',
    calls: calls.filter(({ counted }) => counted).length,
    scheduled: calls.filter(({ counted }) => !counted).length,
    bytes: calls.reduce((sum, call) => sum + bytesOfCall(call), 0),
    stored: calls.length,
    at: new Date(calls[0]?.created_at ?? 0),
  };
}

export const bytesOfCall = (call: Partial<CallWithSnapshot>): number =>
  Buffer.byteLength(JSON.stringify(call));

/** The write of a new call. It belongs in the transaction that adds the call to the list. */
export function callPut(table: Table, call: CallWithSnapshot): WriteItem {
  const Item = {
    ...callOrderKey(call.user_id, call.id),
    ...withoutDefaults(withoutSnapshot(call)),
    open: openShard(call.id),
    stored_bytes: bytesOfCall(call),
    ...(!call.counted && { counted_as_scheduled: true }),
    ...stampOf(table),
  };
  return { Put: { TableName: table.name, Item, ConditionExpression: NEW_ITEM } };
}

/** Omits defaults, which parsing restores: a call stays below 1 KB, one write unit, until it is over. */
const withoutDefaults = (call: StoredCall): Partial<StoredCall> =>
  Object.fromEntries(
    Object.entries(call).filter(([field, value]) => !DEFAULTS.has(field) || value !== DEFAULTS.get(field)),
  );

const DEFAULTS = new Map<string, unknown>([
  ['on_no_human_answer', 'continue'],
  ['hipaa_compliant', false],
  ['override_do_not_call', false],
]);

export async function loadCall(table: Table, key: CallKey): Promise<StoredCall | undefined> {
  const item = await readItem(table, keyOf(key));
  return item && storedCall.parse(item);
}

/** The call with its snapshot, in two requests. Returns undefined if its user has none with this id. */
export async function getCallWithSnapshot(table: Table, key: CallKey): Promise<CallWithSnapshot | undefined> {
  const call = await loadCall(table, key);
  return call && withSnapshot(table, call);
}

interface DialClaim {
  readonly now: Date;
  readonly reconcileAt: Date;
  /** The decision that permits it. @default the operator has it decide nothing */
  readonly decision?: StoredDecision | undefined;
  /** Conditions of the same transaction. @default none */
  readonly also?: readonly WriteItem[];
}

/** The condition of a transaction that the campaign of a call runs; none for any other call. */
export const whileRunning = (
  table: Table,
  { user_id: userId, campaign_id: id }: Pick<StoredCall, 'user_id' | 'campaign_id'>,
): readonly WriteItem[] =>
  id === undefined
    ? []
    : [
        {
          ConditionCheck: {
            TableName: table.name,
            Key: recordKey(userId, 'campaign', id),
            ConditionExpression: '#status = :running',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':running': 'running' },
          },
        },
      ];

/**
 * Marks a call as being dialed, once. Returns true again for the same claim, since the client repeats lost requests.
 * The same write moves a later reconciliation to `reconcileAt`, so that a crash delays nothing. Most calls have an
 * earlier one, and moving it would cost two write units.
 */
export async function claimDialing(
  table: Table,
  key: CallKey,
  { now, reconcileAt, decision, also = [] }: DialClaim,
): Promise<boolean> {
  const dial_claim = randomBytes(9).toString('base64url');
  const reconcile_at = reconcileAt.toISOString();
  const set = {
    ...{ dialing_at: now.toISOString(), dial_claim },
    ...(decision && { dial_decision: decision }),
  };
  const condition = '#status = :not_started AND (attribute_not_exists(dialing_at) OR dial_claim = :claim)';
  const values = { ':not_started': 'not_started', ':claim': dial_claim };
  const write = (update: FieldUpdate) =>
    also.length === 0
      ? updateCall(table, key, update)
      : tryTransact(table, [updateOf(table, keyOf(key), update), ...also]);
  const isClaimed = await write({
    set,
    condition: `${condition} AND reconcile_at <= :reconcile`,
    values: { ...values, ':reconcile': reconcile_at },
  });
  return isClaimed || write({ set: { ...set, reconcile_at }, condition, values });
}

/** Removes the mark of dialing, if the vendor did not place the call. Returns the number of failed dials. */
export async function releaseDialing(table: Table, key: CallKey, reconcileAt: Date): Promise<number> {
  const released = await updatedItem(table, keyOf(key), {
    set: { reconcile_at: reconcileAt.toISOString() },
    add: { dial_failures: 1 },
    remove: ['dialing_at', 'dial_claim'],
    condition: 'attribute_exists(reconcile_at) AND attribute_not_exists(telephony_id)',
  });
  return Number(released?.dial_failures ?? 0);
}

/** Stores the vendor's id of a call that has none yet. */
export async function recordVendorCall(
  table: Table,
  key: CallKey,
  vendorCall: { readonly sid: string; readonly status: string },
): Promise<void> {
  await updateCall(table, key, {
    set: {
      telephony_id: vendorCall.sid,
      telephony_metadata: { call_sid: vendorCall.sid, call_status: vendorCall.status },
    },
    remove: ['dial_claim'],
    condition: 'attribute_exists(pk) AND attribute_not_exists(telephony_id)',
  });
}

/** The callee answered: `not_started` becomes `in_progress`. Returns false if the condition does not hold. */
export async function connectCall(
  table: Table,
  key: CallKey,
  facts: { readonly sid: string; readonly now: Date },
): Promise<boolean> {
  const permitted = priorStates('connect');
  return updateCall(table, key, {
    set: {
      status: transitions.connect.to,
      stage: 'picked_up',
      start_time: facts.now.toISOString(),
      telephony_id: facts.sid,
      telephony_metadata: { call_sid: facts.sid, call_status: 'in-progress' },
    },
    remove: ['dial_claim'],
    condition: `${permitted.condition} AND ${OF_VENDOR_CALL}`,
    values: { ...permitted.values, ':sid': facts.sid },
  });
}

/** The condition that `:sid` may be the vendor's id of the call: the call has this id, or it was dialed and has none. */
export const OF_VENDOR_CALL =
  '(telephony_id = :sid OR (attribute_not_exists(telephony_id) AND attribute_exists(dialing_at)))';

/** The condition that a call is in a permitted prior state of the transition. */
export function priorStates(transition: Transition) {
  const values = Object.fromEntries(
    transitions[transition].from.map((state, index) => [`:from${index}`, state]),
  );
  return { condition: `#status IN (${Object.keys(values).join(', ')})`, values };
}

/** Updates a call. Returns false if the condition does not hold. */
export const updateCall = (table: Table, key: CallKey, update: FieldUpdate): Promise<boolean> =>
  updateItem(table, keyOf(key), update);

const keyOf = ({ userId, callId }: CallKey) => recordKey(userId, 'call', callId);

/** Counts a due scheduled call as open, once, and moves its reconciliation. Returns false if the user has too many. */
export async function startScheduled(
  table: Table,
  call: StoredCall,
  { maxOpen, reconcileAt }: { readonly maxOpen?: number; readonly reconcileAt: Date },
): Promise<boolean> {
  const { id, user_id: userId } = call;
  const reservation = {
    userId,
    calls: 1,
    scheduled: call.counted_as_scheduled ? -1 : 0,
    maxOpen,
    at: reconcileAt,
  };
  try {
    await reserveCalls(table, reservation);
  } catch (error) {
    if (!isCountRefusal(error)) throw error;
    const current = await loadCall(table, { userId, callId: id });
    return !current || current.counted === true || isFinal(current.status);
  }
  const isNew = await updateItem(table, recordKey(userId, 'call', id), {
    set: { counted: true, reconcile_at: reconcileAt.toISOString() },
    condition: '#status = :not_started AND attribute_not_exists(counted)',
    values: { ':not_started': 'not_started' },
  });
  if (!isNew) await releaseReservation(table, reservation);
  return true;
}
