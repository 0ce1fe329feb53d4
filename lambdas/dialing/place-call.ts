import { callbackUrl } from '../callbacks/callback-urls.ts';
import { recordingUrlOf } from '../callbacks/recording-request.ts';
import type { StoredCall } from '../domain/calls/call.ts';
import { faultBeforeDialling } from '../domain/calls/call-context.ts';
import { asksForDetection } from '../domain/calls/machine-detection.ts';
import { nextReconciliation } from '../reconciliation/times.ts';
import { DETECT_MACHINES, MAX_CALL_SECONDS, RING_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { type CallKey, recordVendorCall } from '../store/calls/calls.ts';
import { isOnDoNotCallList } from '../store/calls/do-not-call.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { quotaInTheWay, tellQuota } from '../store/quotas/call-allowance.ts';
import type { Table } from '../store/table/table.ts';
import type { PlaceCallRequest, VendorCalls } from '../telephony/calls.ts';
import { VendorAnswerLost, VendorRefusal, VendorUnreachable } from '../telephony/client.ts';

/** What dialling reaches. */
export interface DialDependencies {
  readonly table: Table;
  /** Undefined when the account that the call was to go through is gone. */
  readonly telephony: Pick<VendorCalls, 'placeCall'> | undefined;
  readonly now: () => Date;
  /** Takes the mark off the call: the vendor has certainly not placed it. */
  readonly release: (mayTryAgain: boolean) => Promise<void>;
}

/**
 * Dials a call that is marked as being dialled, by whom the mark is. Throws when the vendor certainly did not place it and it may be tried again; when
 * nobody knows (a lost answer), it is left to the vendor's callbacks and to reconciliation.
 */
export async function placeCall(call: StoredCall, dependencies: DialDependencies): Promise<DialOutcome> {
  const { table, telephony, now, release } = dependencies;
  const name = { userId: call.user_id, callId: call.id };
  if (!telephony) return refuse(name, dependencies, 'The telephony account connection was deleted.');
  if (await isOnDoNotCallList(table, call)) return refuse(name, dependencies, ON_DO_NOT_CALL_LIST);
  const met = await quotaInTheWay(table, call, now());
  if (met) return refuse(name, dependencies, tellQuota(met));
  // Nobody is called who would only be told goodbye.
  const fault = faultBeforeDialling(call);
  if (fault !== undefined) return refuse(name, dependencies, fault);
  try {
    const placed = await telephony.placeCall(await requestFor(call, name));
    await recordVendorCall(table, name, { ...placed, reconcileAt: nextReconciliation(now()) });
    return 'placed';
  } catch (error) {
    if (error instanceof VendorAnswerLost) return 'unknown';
    if (!(error instanceof VendorRefusal || error instanceof VendorUnreachable)) throw error;
    // 429: too many requests just now.
    const mayTryAgain = error instanceof VendorUnreachable || error.status === 429;
    await release(mayTryAgain);
    if (mayTryAgain) throw error;
    return refuse(name, dependencies, `The telephony vendor refused the call: ${error.message}`);
  }
}
const ON_DO_NOT_CALL_LIST = 'The callee has asked not to be called again.';

export type DialOutcome = 'placed' | 'refused' | 'unknown';

async function refuse(
  name: CallKey,
  { table, now }: Pick<DialDependencies, 'table' | 'now'>,
  errorMessage: string,
): Promise<DialOutcome> {
  const outcome = 'call_did_not_connect';
  await finishCall(table, name, { transition: 'fail', now: now(), errorMessage, outcome });
  return 'refused';
}

async function requestFor(call: StoredCall, name: CallKey): Promise<PlaceCallRequest> {
  return {
    from: call.from_number,
    to: call.to_number,
    instructions: { url: await callbackUrl('answer', name) },
    statusUrl: await callbackUrl('status', name),
    ...(detectsMachines(call) && { machineDetectionUrl: await callbackUrl('machine-detection', name) }),
    recordingUrl: await recordingUrlOf(call),
    ringSeconds: readVariable(RING_SECONDS),
    maxSeconds: readVariable(MAX_CALL_SECONDS),
    further: call.telephony_params ?? {},
  };
}

function detectsMachines(call: StoredCall): boolean {
  return readVariable(DETECT_MACHINES) === 'always' || asksForDetection(call);
}
