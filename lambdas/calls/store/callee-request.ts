import { type StoredConsent, WITHDRAWN_IN_CALL } from '../../consents/model/consent.ts';
import { consentCount, consentPut } from '../../consents/store/consents.ts';
import type { Session } from '../../conversation/model/session.ts';
import { unlessInterrupted } from '../../conversation/store/conversation-store.ts';
import { sessionUpdate } from '../../conversation/store/conversations.ts';
import { doNotCallList, REASON_OF_CALL } from '../../do-not-call/model/do-not-call.ts';
import { entryPut, loadEntry } from '../../do-not-call/store/entries.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf, type WriteItem } from '../../platform/table/write-if.ts';
import { listCountKey } from '../../records/keys.ts';
import type { StoredCall } from '../model/call.ts';
import { contactNumber } from '../model/call-context.ts';
import { loadCall } from './calls.ts';

interface CalleeRequest {
  readonly session: Session;
  /** The contact's words; not stored of a HIPAA-compliant call. */
  readonly words?: string;
  readonly now: Date;
  readonly entryId: string;
}

/** Lists the number and ends the call. False if the caller spoke or hung up; the number is listed all the same. */
export async function addToDoNotCallList(
  table: Table,
  connectionId: string,
  { session, words = '', now, entryId }: CalleeRequest,
): Promise<boolean> {
  const { generation } = session;
  const change = unlessInterrupted(generation, { ending: true });
  const ending = sessionUpdate(table, connectionId, change);
  const call = await loadCall(table, { userId: session.user_id, callId: session.call_id });
  if (!call) return false;
  const result = updateOf(table, recordKey(call.user_id, 'call', call.id), {
    set: { do_not_call_result: true },
    condition: 'attribute_exists(pk)',
  });
  // Each write is left out once its condition failed: the caller spoke or hung up, or the call was deleted.
  let pendingWrites: WriteItem[] = [ending, result];
  return attemptUntil(async () => {
    const request = { now, entryId, words: session.hipaa_compliant ? '' : words };
    const writes = [...pendingWrites, ...(await listing(table, call, request))];
    if (writes.length === 0) return false;
    const written = await transactIf(table, writes);
    if (written.outcome === 'done') return pendingWrites.includes(ending);
    if (written.outcome === 'refused')
      pendingWrites = pendingWrites.filter((write) => !written.failedConditions[writes.indexOf(write)]);
    return undefined;
  });
}

/** The writes that list the number of the callee or caller; none if it is listed already, or withheld. */
async function listing(
  table: Table,
  call: StoredCall,
  { now, entryId, words }: Omit<Required<CalleeRequest>, 'session'>,
): Promise<WriteItem[]> {
  const { id, user_id } = call;
  const phone_number = contactNumber(call);
  if (phone_number === undefined || (await loadEntry(table, user_id, phone_number))) return [];
  const listed_at = now.toISOString();
  const entry = { id: entryId, phone_number, reason: REASON_OF_CALL, call_id: id, listed_at };
  // Whatever the quota.
  const count = updateOf(table, listCountKey({ userId: user_id, kind: doNotCallList }), {
    add: { records: 1 },
  });
  const withdrawal: StoredConsent = {
    ...{ id: entryId, user_id, phone_number, type: 'withdrawn', purpose: null },
    ...{ words, source: WITHDRAWN_IN_CALL, recorded_by: null, at: listed_at, valid_until: null },
    ...{ written: false, artificial_voice: false, call_id: id, created_at: listed_at },
  };
  return [
    entryPut(table, user_id, entry),
    count,
    consentPut(table, withdrawal),
    consentCount(table, user_id),
  ];
}
