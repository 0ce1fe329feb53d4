import { callbackUrl } from '../callbacks/callback-urls.ts';
import { recordingUrlOf } from '../callbacks/recording-request.ts';
import { faultBeforeDialling } from '../domain/calls/call-context.ts';
import { asksForDetection, waitsForBeep } from '../domain/calls/machine-detection.ts';
import type { CallWithSnapshot } from '../domain/calls/snapshot.ts';
import { vendorParameters } from '../domain/calls/telephony-params.ts';
import { DETECT_MACHINES, MAX_CALL_SECONDS, RING_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { type CallKey, recordVendorCall } from '../store/calls/calls.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { isOnDoNotCallList } from '../store/do-not-call/entries.ts';
import { exhaustedQuota, quotaMessage } from '../store/quotas/call-allowance.ts';
import type { Table } from '../store/table/table.ts';
import type { PlaceCallRequest, VendorCalls } from '../telephony/calls.ts';
import { fallbackUrl } from '../telephony/fallback-url.ts';
import { VendorAnswerLost, VendorRefusal, VendorUnreachable } from '../telephony/vendor-errors.ts';

/** Dependencies of dialling. */
export interface DialDependencies {
  readonly table: Table;
  /** Undefined if the telephony connection of the call was deleted. */
  readonly telephony: Pick<VendorCalls, 'placeCall'> | undefined;
  readonly now: () => Date;
  /** Removes the mark from the call: the vendor certainly did not place it. */
  readonly release: (mayTryAgain: boolean) => Promise<void>;
}

/**
 * Dials a call that is marked as being dialled. Throws if the vendor certainly did not place it and a retry may
 * succeed. After a lost answer, the outcome is left to the vendor's callbacks and to reconciliation.
 */
export async function placeCall(
  call: CallWithSnapshot,
  dependencies: DialDependencies,
): Promise<DialOutcome> {
  const { table, telephony, now, release } = dependencies;
  const key = { userId: call.user_id, callId: call.id };
  if (!telephony) return refuse(key, dependencies, 'The telephony account connection was deleted.');
  if (await isOnDoNotCallList(table, call)) return refuse(key, dependencies, ON_DO_NOT_CALL_LIST);
  const met = await exhaustedQuota(table, call, now());
  if (met) return refuse(key, dependencies, quotaMessage(met));
  // Do not call anyone only to say goodbye.
  const fault = faultBeforeDialling(call);
  if (fault !== undefined) return refuse(key, dependencies, fault);
  try {
    const placed = await telephony.placeCall(await requestFor(call, key));
    await recordVendorCall(table, key, placed);
    return 'placed';
  } catch (error) {
    if (error instanceof VendorAnswerLost) return 'unknown';
    if (!(error instanceof VendorRefusal || error instanceof VendorUnreachable)) throw error;
    // 429: the account sent too many requests.
    const mayTryAgain = error instanceof VendorUnreachable || error.status === 429;
    await release(mayTryAgain);
    if (mayTryAgain) throw error;
    return refuse(key, dependencies, `The telephony vendor refused the call: ${error.message}`);
  }
}
const ON_DO_NOT_CALL_LIST =
  'This number is on your do-not-call list; set override_do_not_call to call it anyway.';

export type DialOutcome = 'placed' | 'refused' | 'unknown';

async function refuse(
  key: CallKey,
  { table, now }: Pick<DialDependencies, 'table' | 'now'>,
  errorMessage: string,
): Promise<DialOutcome> {
  const outcome = 'call_did_not_connect';
  await finishCall(table, key, { transition: 'fail', now: now(), errorMessage, outcome });
  return 'refused';
}

async function requestFor(call: CallWithSnapshot, key: CallKey): Promise<PlaceCallRequest> {
  return {
    from: call.from_number,
    to: call.to_number,
    instructions: { url: await callbackUrl('answer', key), fallbackUrl: fallbackUrl() },
    statusUrl: await callbackUrl('status', key),
    ...(detectsMachines(call) && { machineDetectionUrl: await callbackUrl('machine-detection', key) }),
    waitsForBeep: waitsForBeep(call),
    recordingUrl: await recordingUrlOf(call),
    ringSeconds: readVariable(RING_SECONDS),
    maxSeconds: readVariable(MAX_CALL_SECONDS),
    further: vendorParameters(call.telephony_params),
  };
}

function detectsMachines(call: CallWithSnapshot): boolean {
  return readVariable(DETECT_MACHINES) === 'always' || asksForDetection(call);
}
