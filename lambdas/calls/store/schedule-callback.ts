import { snapshotPut } from '../../agents/store/snapshots.ts';
import type { ScheduledCallback } from '../../conversation/ports.ts';
import { loadEntry } from '../../do-not-call/store/entries.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { WritesRefused } from '../../records/store/lists/write-to-lists.ts';
import { contactNumber, fitsInStorage, issueBeforeDialing, readContext } from '../model/call-context.ts';
import { isFinal } from '../model/call-state.ts';
import { isForbidden } from '../model/law/dial-decision.ts';
import { law } from '../model/law/settings.ts';
import { beginningOf } from '../model/schedule.ts';
import { reconcileSeconds } from '../model/settings.ts';
import { type CallWithSnapshot, ownFieldsOfSnapshot } from '../model/snapshot.ts';
import { type CallKey, getCallWithSnapshot, insertCall, loadCall } from './calls.ts';
import { decideDial } from './dial-permission.ts';

interface NewCallback {
  readonly id: string;
  readonly at: Date;
  /** What was found out in the call. */
  readonly known: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** Creates the call for which the contact of a call asks, also after a hang-up. A call has one; returns the first. */
export async function scheduleCallback(
  table: Table,
  key: CallKey,
  wish: NewCallback,
): Promise<ScheduledCallback> {
  const { at, now, id } = wish;
  return attemptUntil(async () => {
    const call = await getCallWithSnapshot(table, key);
    if (!call) return { error: 'The call is over.' };
    if (call.callback_call_id !== undefined) return existing(table, key.userId, call.callback_call_id);
    const number = contactNumber(call);
    if (!number) return { error: 'The human withholds their number.' };
    if (await loadEntry(table, key.userId, number))
      return { error: 'The number is on the do-not-call list.' };
    const callback = callbackOf(call, number, wish);
    if (!fitsInStorage(callback) || issueBeforeDialing(callback) !== undefined)
      return { error: 'A call with what is known is not possible.' };
    const { decision } = (await decideDial(table, callback, { at, now })) ?? {};
    if (isForbidden(decision))
      return decision.not_before === undefined
        ? { error: 'The law does not permit this call, at any time.' }
        : { not_before: decision.not_before };
    const noted = updateOf(table, recordKey(key.userId, 'call', call.id), {
      set: { callback_call_id: id },
      condition: 'attribute_exists(pk) AND attribute_not_exists(callback_call_id)',
    });
    try {
      const decided = decision ? { ...callback, dial_decision: decision } : callback;
      // In one transaction, since nobody would repeat what a crash left out.
      await insertCall(table, decided, { also: [noted, snapshotPut(table, callback)] });
      return { callback_call_id: id, scheduled_at: at.toISOString() };
    } catch (error) {
      if (error instanceof QuotaExceeded) return { error: 'No more calls can be scheduled.' };
      // Another invocation scheduled one meanwhile, or the call was deleted.
      if (error instanceof WritesRefused) return undefined;
      throw error;
    }
  });
}

async function existing(table: Table, userId: string, callId: string): Promise<ScheduledCallback> {
  const callback = await loadCall(table, { userId, callId });
  if (!callback?.scheduled_at || isFinal(callback.status))
    return { error: 'The callback of this call was cancelled, and a call has only one.' };
  return { callback_call_id: callId, scheduled_at: callback.scheduled_at };
}

/** Most values of a context: `stringMap` permits no more. */
const MAX_VALUES = 50;

/** A call by the same agent from the same number, with the context that was given; a fetched one is fetched anew. */
function callbackOf(
  call: CallWithSnapshot,
  to_number: string,
  { id, at, known, now }: NewCallback,
): CallWithSnapshot {
  const { agent, settings, handoff_agents, prompt, context_source, agent_version } = call;
  const { user_id, run_do_not_call_detection, subject, contact_location } = call;
  const given = call.given_context === undefined ? call.context : call.given_context;
  const all = Object.entries({ ...given, ...known });
  return {
    ...{ agent, settings, handoff_agents, prompt, context_source, agent_version },
    ...ownFieldsOfSnapshot(call),
    ...{ id, user_id, run_do_not_call_detection, subject, contact_location },
    ...{ to_number, from_number: call.direction === 'outbound' ? call.from_number : call.to_number },
    context: readContext(JSON.stringify(Object.fromEntries(all.slice(0, MAX_VALUES)))),
    purpose: call.purpose ?? readVariable(law.defaultPurpose),
    checked_lists: call.checked_lists,
    telephony_params: call.telephony_params,
    on_no_human_answer: call.on_no_human_answer,
    hipaa_compliant: call.hipaa_compliant,
    telephony_provider: call.telephony_provider,
    telephony_account_connection: call.telephony_account_connection,
    direction: 'outbound',
    status: 'not_started',
    stage: 'created',
    recording_available: false,
    callback_of: call.id,
    ...beginningOf(at.toISOString(), now, readVariable(reconcileSeconds)),
  };
}
