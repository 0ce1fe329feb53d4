import type { StoredCall } from '../domain/calls/call.ts';
import { isFinal } from '../domain/calls/call-state.ts';
import { ringSecondsOf } from '../domain/calls/reconciliation.ts';
import { vendorSeconds } from '../domain/calls/vendor-seconds.ts';
import { PRICES } from '../runtime/variables/prices.ts';
import { RING_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { postponeReconciliation } from '../store/calls/overdue.ts';
import type { Table } from '../store/table/table.ts';
import { judgeVendorStatus } from '../telephony/call-status.ts';
import type { VendorCall, VendorCalls } from '../telephony/calls.ts';
import { applyVendorStatus } from './apply-vendor-status.ts';
import { placedBy, undialledReconciliation } from './times.ts';

/** Dependencies of reconciliation. */
export interface ReconcileDependencies {
  readonly table: Table;
  readonly telephony: Pick<VendorCalls, 'getCall' | 'listCalls'>;
  readonly now: () => Date;
}

/** Milliseconds by which our clock and the vendor's may differ. */
const CLOCK_SKEW_MS = 10_000;

/** Milliseconds to wait for the vendor's callbacks after a lost answer, while a call between the two numbers is under way. */
const LOST_ANSWER_MS = 600_000;
/** Milliseconds after the longest ringing, if every such call is over: time for the vendor to dial and report. */
const LATE_NEWS_MS = 120_000;

/** Reconciles an open call with the vendor's state; the caller has postponed its next reconciliation. */
export async function reconcileCall(call: StoredCall, dependencies: ReconcileDependencies): Promise<void> {
  if (isFinal(call.status)) return;
  const { table, telephony, now } = dependencies;
  if (call.telephony_id === undefined) return reconcileWithoutVendorId(call, dependencies);
  const vendorCall = await telephony.getCall(call.telephony_id);
  if (!vendorCall) return fail(call, dependencies, 'The telephony vendor no longer knows the call.');
  await applyVendorStatus(table, { call, news: newsOf(vendorCall), now: now() });
}

async function reconcileWithoutVendorId(
  call: StoredCall,
  dependencies: ReconcileDependencies,
): Promise<void> {
  const { table, telephony, now } = dependencies;
  if (call.dialling_at === undefined) return reconcileUndialled(call, dependencies);
  const certainAt = placedBy(new Date(call.dialling_at));
  if (certainAt > now()) return postponeReconciliation(table, call, certainAt);
  const diallingAt = Date.parse(call.dialling_at);
  const since = new Date(diallingAt - CLOCK_SKEW_MS);
  const candidates = await telephony.listCalls({ from: call.from_number, to: call.to_number, since });
  // The candidate may be another call between the same numbers, so only its absence is proof.
  const mayBeOurs = candidates.filter(
    // An unreadable time is no proof either.
    ({ date_created }) => !(Date.parse(date_created ?? '') < since.getTime()),
  );
  const goOn = mayBeOurs.some(({ status }) => GOES_ON.includes(judgeVendorStatus(status).kind));
  const ringMs = ringSecondsOf(call, { ringSeconds: readVariable(RING_SECONDS) }) * 1000;
  const hopeMs = goOn ? LOST_ANSWER_MS : ringMs + LATE_NEWS_MS;
  if (mayBeOurs.length > 0 && now().getTime() - diallingAt < hopeMs) return;
  await fail(call, dependencies, "The telephony vendor's answer was lost, and it did not place the call.");
}

const GOES_ON: readonly string[] = ['pending', 'connected'];

async function reconcileUndialled(call: StoredCall, dependencies: ReconcileDependencies): Promise<void> {
  const { table, now } = dependencies;
  // A call that waits in the dial queue moves its reconciliation itself.
  const until = undialledReconciliation(new Date(call.scheduled_at ?? call.created_at));
  if (until <= now()) return fail(call, dependencies, 'The call could not be dialled.');
  await postponeReconciliation(table, call, until);
}

function newsOf({ sid, status, duration }: VendorCall) {
  return { sid, status, durationSeconds: vendorSeconds(duration) };
}

/** Fails a call whose account can no longer be asked. */
export async function failLostCall(
  call: StoredCall,
  dependencies: Pick<ReconcileDependencies, 'table' | 'now'>,
): Promise<void> {
  await fail(call, dependencies, 'The telephony account connection was deleted.');
}

async function fail(
  call: StoredCall,
  { table, now }: Pick<ReconcileDependencies, 'table' | 'now'>,
  errorMessage: string,
): Promise<void> {
  const prices = readVariable(PRICES);
  await finishCall(table, keyOf(call), { transition: 'fail', now: now(), errorMessage, prices });
}

const keyOf = (call: StoredCall) => ({ userId: call.user_id, callId: call.id });
