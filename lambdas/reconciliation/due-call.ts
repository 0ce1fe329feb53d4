import { storedCall } from '../domain/calls/call.ts';
import { timeLimitOf } from '../domain/calls/reconciliation.ts';
import { logger } from '../runtime/logger.ts';
import { MAX_CALL_SECONDS, RING_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { forgetTrouble, type Overdue, type Taken } from '../store/calls/overdue.ts';
import type { Table } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { VendorCalls } from '../telephony/calls.ts';
import { failLostCall, reconcileCall } from './reconcile-call.ts';

/** Dependencies of the reconciliation of a record. */
export interface ReconcileDependencies {
  readonly table: Table;
  readonly now: () => Date;
  /** Milliseconds until a request to the vendor times out. */
  readonly questionMs: number;
}

/** The reconciliation of one kind of record. */
export interface Reconciled {
  /** The latest next reconciliation. At this time the record is ended, whatever the vendor reports. */
  readonly latest?: Date | undefined;
  /** Asks the vendor and stores the result. Throws VendorRefusal, VendorUnreachable or VendorAnswerLost. */
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
  { taken, ...dependencies }: ReconcileDependencies & { readonly taken: Taken },
): Reconciled {
  const { table, now, questionMs: timeoutMs } = dependencies;
  const call = storedCall.parse(taken.item);
  const key = { userId: call.user_id, callId: call.id };
  const latest = timeLimitOf(call, {
    maxCallSeconds: readVariable(MAX_CALL_SECONDS),
    ringSeconds: readVariable(RING_SECONDS),
  });
  const isOver = () => latest !== undefined && latest <= now();
  const fail = async () => {
    const errorMessage = isOver() ? TIME_IS_UP : REFUSED;
    await finishCall(table, key, { transition: 'fail', now: now(), errorMessage });
  };
  return {
    latest,
    async ask() {
      const client = await telephonyClientOf(table, call, { timeoutMs });
      if (!client) return failLostCall(call, { table, now });
      const telephony = new VendorCalls(client);
      await reconcileCall(call, { table, telephony, now });
      if (taken.trouble.failures > 0) await forgetTrouble(table, due);
      if (!isOver()) return;
      if (call.telephony_id) await telephony.hangUp(call.telephony_id).catch(noteStillHeld(call.id));
      await fail();
    },
    giveUp: fail,
  };
}

const noteStillHeld = (callId: string) => (error: unknown) =>
  logger.error('A call that passed its time limit could not be hung up.', { callId, error });
