import { maxCallSeconds } from '../../conversation/model/settings.ts';
import { isOnDoNotCallList } from '../../do-not-call/store/entries.ts';
import { fallbackUrl } from '../../numbers/number-urls.ts';
import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { exhaustedQuota, quotaMessage } from '../../usage/store/day-use.ts';
import type { PlaceCallRequest, VendorCalls } from '../../vendors/telephony/calls.ts';
import {
  VendorRefusal,
  VendorResponseLost,
  VendorUnreachable,
} from '../../vendors/telephony/vendor-errors.ts';
import { callbackUrl, recordingUrlOf } from '../callback-urls.ts';
import { issueBeforeDialing } from '../model/call-context.ts';
import { asksForDetection, waitsForBeep } from '../model/machine-detection.ts';
import { detectMachines, ringSeconds } from '../model/settings.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { vendorParameters } from '../model/telephony-params.ts';
import { undialedReconciliation } from '../reconciliation/next-reconciliation.ts';
import { type CallKey, recordVendorCall, releaseDialing } from '../store/calls.ts';
import { finishCall } from '../store/finish-call.ts';

export interface PlaceDependencies {
  readonly table: Table;
  /** Undefined if the telephony connection of the call was deleted. */
  readonly telephony: Pick<VendorCalls, 'placeCall'> | undefined;
  readonly now: () => Date;
}

/** Attempts, one a minute, after which a call fails because the vendor was too busy or unreachable. */
const MAX_FAILURES = 5;
const OUT_OF_REACH = 'The telephony vendor was busy or could not be reached.';

/** Dials a call that is marked as being dialed. Throws if it certainly was not placed and a retry may succeed. */
export async function placeCall(
  call: CallWithSnapshot,
  dependencies: PlaceDependencies,
): Promise<DialOutcome> {
  const { table, telephony, now } = dependencies;
  const key = { userId: call.user_id, callId: call.id };
  if (!telephony) return refuse(key, dependencies, 'The telephony account connection was deleted.');
  if (await isOnDoNotCallList(table, call)) return refuse(key, dependencies, ON_DO_NOT_CALL_LIST);
  const met = await exhaustedQuota(table, call, now());
  if (met) return refuse(key, dependencies, quotaMessage(met));
  // Do not call anyone only to say goodbye.
  const issue = issueBeforeDialing(call);
  if (issue !== undefined) return refuse(key, dependencies, issue);
  try {
    const placed = await telephony.placeCall(await requestFor(call, key));
    await recordVendorCall(table, key, placed);
    return 'placed';
  } catch (error) {
    if (error instanceof VendorResponseLost) return 'unknown';
    if (!(error instanceof VendorRefusal || error instanceof VendorUnreachable)) throw error;
    // 429: the account sent too many requests.
    const mayTryAgain = error instanceof VendorUnreachable || error.status === 429;
    const failures = await releaseDialing(table, key, undialedReconciliation(now()));
    if (mayTryAgain && failures < MAX_FAILURES) throw error;
    if (mayTryAgain) logger.error('A call was not dialed.', { callId: call.id, error });
    return refuse(key, dependencies, mayTryAgain ? OUT_OF_REACH : `${REFUSED}: ${error.message}`);
  }
}

const REFUSED = 'The telephony vendor refused the call';
const ON_DO_NOT_CALL_LIST =
  'This number is on your do-not-call list; set override_do_not_call to call it anyway.';

export type DialOutcome = 'placed' | 'refused' | 'unknown';

async function refuse(
  key: CallKey,
  { table, now }: Pick<PlaceDependencies, 'table' | 'now'>,
  errorMessage: string,
): Promise<DialOutcome> {
  const outcome = 'call_did_not_connect';
  await finishCall(table, key, { transition: 'fail', now: now(), errorMessage, outcome });
  return 'refused';
}

async function requestFor(call: CallWithSnapshot, key: CallKey): Promise<PlaceCallRequest> {
  const detects = readVariable(detectMachines) === 'always' || asksForDetection(call);
  return {
    from: call.from_number,
    to: call.to_number,
    instructions: { url: await callbackUrl('answer', key), fallbackUrl: fallbackUrl() },
    statusUrl: await callbackUrl('status', key),
    ...(detects && { machineDetectionUrl: await callbackUrl('machine-detection', key) }),
    waitsForBeep: waitsForBeep(call),
    recordingUrl: await recordingUrlOf(call),
    ringSeconds: readVariable(ringSeconds),
    maxSeconds: readVariable(maxCallSeconds),
    further: vendorParameters(call.telephony_params),
  };
}
