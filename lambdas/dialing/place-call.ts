import { callbackUrl } from '../callbacks/callback-urls.ts';
import { recordingUrlOf } from '../callbacks/recording-request.ts';
import type { StoredCall } from '../domain/calls/call.ts';
import { missingContextFault } from '../domain/calls/call-context.ts';
import { asksForDetection } from '../domain/calls/machine-detection.ts';
import { nextReconciliation } from '../reconciliation/times.ts';
import { environment } from '../runtime/environment.ts';
import { type CallKey, claimDialling, recordVendorCall, releaseDialling } from '../store/calls/calls.ts';
import { isOnDoNotCallList } from '../store/calls/do-not-call.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import type { Table } from '../store/table/table.ts';
import type { PlaceCallRequest, VendorCalls } from '../telephony/calls.ts';
import { VendorAnswerLost, VendorRefusal, VendorUnreachable } from '../telephony/client.ts';

/** What dialling reaches. */
export interface DialDependencies {
  readonly table: Table;
  /** Undefined when the account that the call was to go through is gone. */
  readonly telephony: Pick<VendorCalls, 'placeCall'> | undefined;
  readonly now: () => Date;
}

/**
 * Dials a call, at most once. Throws when the vendor certainly did not place it and it may be tried again; when
 * nobody knows (a lost answer), it is left to the vendor's callbacks and to settling.
 */
export async function placeCall(call: StoredCall, dependencies: DialDependencies): Promise<DialOutcome> {
  const { table, telephony, now } = dependencies;
  const name = { userId: call.user_id, callId: call.id };
  if (!(await claimDialling(table, name, { now: now(), reconcileAt: nextReconciliation(now()) })))
    return 'dialled-before';
  if (!telephony) return refuse(name, dependencies, 'The telephony account connection was deleted.');
  if (await isOnDoNotCallList(table, call)) return refuse(name, dependencies, ON_DO_NOT_CALL_LIST);
  // Nobody is called who would only be told goodbye.
  const lack = call.context_source?.endpoint ? undefined : missingContextFault(call);
  if (lack !== undefined) return refuse(name, dependencies, lack);
  try {
    const placed = await telephony.placeCall(await requestFor(call, name));
    await recordVendorCall(table, name, { ...placed, reconcileAt: nextReconciliation(now()) });
    return 'placed';
  } catch (error) {
    if (error instanceof VendorAnswerLost) return 'unknown';
    if (!(error instanceof VendorRefusal || error instanceof VendorUnreachable)) throw error;
    await releaseDialling(table, name);
    // 429: too many requests just now.
    if (error instanceof VendorUnreachable || error.status === 429) throw error;
    return refuse(name, dependencies, `The telephony vendor refused the call: ${error.message}`);
  }
}
const ON_DO_NOT_CALL_LIST = 'The callee has asked not to be called again.';

export type DialOutcome = 'placed' | 'refused' | 'unknown' | 'dialled-before';

async function refuse(
  name: CallKey,
  { table, now }: DialDependencies,
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
    ringSeconds: Number(environment('RING_SECONDS')),
    maxSeconds: Number(environment('MAX_CALL_SECONDS')),
    further: call.telephony_params ?? {},
  };
}

function detectsMachines(call: StoredCall): boolean {
  return environment('DETECT_MACHINES') === 'always' || asksForDetection(call);
}
