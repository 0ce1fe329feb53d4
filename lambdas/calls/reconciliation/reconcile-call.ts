import { telephonyClientOf } from '../../account-connections/telephony-accounts.ts';
import { maxCallSeconds } from '../../conversation/model/settings.ts';
import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { judgeVendorStatus, vendorSeconds } from '../../vendors/model/call-status.ts';
import { type VendorCall, VendorCalls } from '../../vendors/telephony/calls.ts';
import { type StoredCall, storedCall } from '../model/call.ts';
import { isFinal } from '../model/call-state.ts';
import { ringSecondsOf, timeLimitOf } from '../model/reconciliation.ts';
import { ringSeconds } from '../model/settings.ts';
import { finishCall } from '../store/finish-call.ts';
import { clearFailures, type Overdue, postponeReconciliation, type TakenRecord } from '../store/overdue.ts';
import { applyVendorStatus } from './apply-vendor-status.ts';
import { placedBy, undialedReconciliation } from './next-reconciliation.ts';

export interface CallDependencies {
  readonly table: Table;
  readonly telephony: Pick<VendorCalls, 'getCall' | 'listCalls'>;
  readonly now: () => Date;
}

/** Milliseconds by which our clock and the vendor's may differ. */
const CLOCK_SKEW_MS = 10_000;

/** Milliseconds to wait for the vendor's callbacks after a lost response, while a call between the two numbers is under way. */
const LOST_ANSWER_MS = 600_000;
/** Milliseconds after the longest ringing, if every such call is over: time for the vendor to dial and report. */
const LATE_NEWS_MS = 120_000;

/** Reconciles an open call with the vendor's state; the caller has postponed its next reconciliation. */
export async function reconcileCall(call: StoredCall, dependencies: CallDependencies): Promise<void> {
  if (isFinal(call.status)) return;
  const { table, telephony, now } = dependencies;
  if (call.telephony_id === undefined) return reconcileWithoutVendorId(call, dependencies);
  const vendorCall = await telephony.getCall(call.telephony_id);
  if (!vendorCall) return fail(call, dependencies, 'The telephony vendor no longer knows the call.');
  await applyVendorStatus(table, { call, report: reportOf(vendorCall), now: now() });
}

async function reconcileWithoutVendorId(call: StoredCall, dependencies: CallDependencies): Promise<void> {
  const { table, telephony, now } = dependencies;
  if (call.dialing_at === undefined) return reconcileUndialed(call, dependencies);
  const certainAt = placedBy(new Date(call.dialing_at));
  if (certainAt > now()) return postponeReconciliation(table, call, certainAt);
  const dialingAt = Date.parse(call.dialing_at);
  const since = new Date(dialingAt - CLOCK_SKEW_MS);
  const candidates = await telephony.listCalls({ from: call.from_number, to: call.to_number, since });
  // The candidate may be another call between the same numbers, so only its absence is proof.
  const mayBeOurs = candidates.filter(
    // An unreadable time proves nothing either.
    ({ date_created }) => !(Date.parse(date_created ?? '') < since.getTime()),
  );
  const goOn = mayBeOurs.some(({ status }) => GOES_ON.includes(judgeVendorStatus(status).kind));
  const ringMs = ringSecondsOf(call, { ringSeconds: readVariable(ringSeconds) }) * 1000;
  const hopeMs = goOn ? LOST_ANSWER_MS : ringMs + LATE_NEWS_MS;
  if (mayBeOurs.length > 0 && now().getTime() - dialingAt < hopeMs) return;
  await fail(call, dependencies, mayBeOurs.length > 0 ? MAY_BE_PLACED : NOT_PLACED);
}

const NOT_PLACED = "The telephony vendor's response was lost, and it did not place the call.";
const MAY_BE_PLACED =
  "The telephony vendor's response was lost, and it has a call between these numbers from that time, which may be this call; ask the contact or the vendor before you call again.";

const GOES_ON: readonly string[] = ['pending', 'connected'];

async function reconcileUndialed(call: StoredCall, dependencies: CallDependencies): Promise<void> {
  const { table, now } = dependencies;
  // A call that waits in the dial queue moves its reconciliation itself.
  const until = undialedReconciliation(new Date(call.scheduled_at ?? call.created_at));
  if (until <= now()) return fail(call, dependencies, 'The call could not be dialed.');
  await postponeReconciliation(table, call, until);
}

function reportOf({ sid, status, duration }: VendorCall) {
  return { sid, status, durationSeconds: vendorSeconds(duration) };
}

async function fail(
  call: StoredCall,
  { table, now }: Pick<CallDependencies, 'table' | 'now'>,
  errorMessage: string,
): Promise<void> {
  const prices = readVariable(PRICES);
  const key = { userId: call.user_id, callId: call.id };
  await finishCall(table, key, { transition: 'fail', now: now(), errorMessage, prices });
}

export interface ReconcileDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly questionMs: number;
}

export interface Reconciled {
  /** The latest time of the next reconciliation. It ends the record, whatever the vendor reports. */
  readonly latest?: Date | undefined;
  /** Asks the vendor and stores the result. Throws VendorRefusal, VendorUnreachable or VendorResponseLost. */
  ask(): Promise<void>;
  /** Stores that reconciliation no longer asks the vendor. */
  giveUp(): Promise<void>;
}

const REFUSED =
  'The telephony vendor refused to report the status of the call; check the credentials of the account connection.';
const TIME_IS_UP = 'The call passed its time limit, and the telephony vendor did not report its end.';

/** Reconciles an open call: it takes the vendor's state, and ends at its time limit at the latest. */
export function reconcileDueCall(
  due: Overdue,
  { taken, ...dependencies }: ReconcileDependencies & { readonly taken: TakenRecord },
): Reconciled {
  const { table, now, questionMs: timeoutMs } = dependencies;
  const call = storedCall.parse(taken.item);
  const key = { userId: call.user_id, callId: call.id };
  const latest = timeLimitOf(call, {
    maxCallSeconds: readVariable(maxCallSeconds),
    ringSeconds: readVariable(ringSeconds),
  });
  const isOver = () => latest !== undefined && latest <= now();
  const giveUp = async () => {
    const errorMessage = isOver() ? TIME_IS_UP : REFUSED;
    await finishCall(table, key, { transition: 'fail', now: now(), errorMessage });
  };
  return {
    latest,
    async ask() {
      const client = await telephonyClientOf(table, call, { timeoutMs });
      if (!client) return fail(call, dependencies, 'The telephony account connection was deleted.');
      const telephony = new VendorCalls(client);
      await reconcileCall(call, { table, telephony, now });
      if (taken.vendorFailures.failures > 0) await clearFailures(table, due);
      if (!isOver()) return;
      if (call.telephony_id)
        await telephony.hangUp(call.telephony_id).catch((error: unknown) => {
          const { id: callId } = call;
          logger.error('A call that passed its time limit could not be hung up.', { callId, error });
        });
      await giveUp();
    },
    giveUp,
  };
}
