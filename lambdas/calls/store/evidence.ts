import { loadConsents } from '../../consents/store/consents.ts';
import { toDoNotCallEntry } from '../../do-not-call/model/do-not-call.ts';
import { listHistory } from '../../do-not-call/store/list.ts';
import type { Table } from '../../platform/table/table.ts';
import type { StoredCall } from '../model/call.ts';
import { contactNumber } from '../model/call-context.ts';
import { type CallEvidence, evidenceOf } from '../model/law/evidence.ts';

/** Most entries of the do-not-call list that are shown. */
const MAX_ENTRIES = 100;

export async function loadEvidence(table: Table, call: StoredCall, now: Date): Promise<CallEvidence> {
  const { user_id: userId } = call;
  const phoneNumber = contactNumber(call);
  if (phoneNumber === undefined) return evidenceOf(call, { consents: [], entries: [] }, now);
  const [consents, history] = await Promise.all([
    loadConsents(table, userId, phoneNumber),
    listHistory(table, { userId, phoneNumber }, { size: MAX_ENTRIES }),
  ]);
  const entries = history.entries.map((entry) => toDoNotCallEntry(userId, entry));
  return evidenceOf(call, { consents: [...consents], entries }, now);
}
