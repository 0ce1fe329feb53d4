import { telephonyClientOf } from '../../../account-connections/telephony-accounts.ts';
import { TRANSFER_RING_SECONDS } from '../../../actions/model/transfer-plan.ts';
import { maxCallSeconds } from '../../../conversation/model/settings.ts';
import { logger } from '../../../platform/logger.ts';
import type { Table } from '../../../platform/table/table.ts';
import { readVariable } from '../../../platform/variables/variable.ts';
import { failureOf, judgeVendorStatus } from '../../../vendors/model/call-status.ts';
import { VendorCalls } from '../../../vendors/telephony/calls.ts';
import { isInvalidNumber } from '../../../vendors/telephony/vendor-errors.ts';
import { callbackUrl } from '../../callback-urls.ts';
import type { StoredCall } from '../../model/call.ts';
import { isFinal } from '../../model/call-state.ts';
import type { Conference } from '../../model/conference.ts';
import type { CallKey } from '../../store/calls.ts';
import {
  abandonTransfer,
  endAttempt,
  judgeTransfer,
  recordTransferCall,
  type TransferCall,
} from '../../store/transfers.ts';
import { ownNumber, participantMarkup } from '../twiml/markup.ts';

/** Calls the participant into a call's conference. Returns false if the vendor refused, or its response was lost. */
export async function ringParticipant(
  table: Table,
  call: StoredCall,
  conference: Conference,
): Promise<boolean> {
  const key = { userId: call.user_id, callId: call.id };
  try {
    const vendor = await vendorCallsOf(table, call);
    const statusUrl = await callbackUrl('transfer-status', key, call.transfer?.attempt);
    await vendor?.placeCall({
      from: ownNumber(call),
      to: conference.phoneNumber,
      instructions: { twiml: participantMarkup(conference, statusUrl) },
      statusUrl,
      ringSeconds: TRANSFER_RING_SECONDS,
      maxSeconds: readVariable(maxCallSeconds),
      further: {},
    });
    return vendor !== undefined;
  } catch (error) {
    logger.warn('The participant of a conference could not be called.', { callId: call.id, error });
    await judgeTransfer(table, call, isInvalidNumber(error) ? 'invalid_number' : 'vendor_error');
    return false;
  }
}

interface ParticipantReport extends TransferCall {
  readonly sid: string;
  readonly now: Date;
  /** Whether the leg belongs to the call's current transfer. */
  readonly isPresent: boolean;
}

/** Handles a status of the conference leg. If the participant cannot be reached, the callee returns to the agent. */
export async function followParticipant(
  table: Table,
  call: StoredCall,
  { isPresent, now, ...report }: ParticipantReport,
): Promise<void> {
  const { kind } = judgeVendorStatus(report.status);
  const isOver = kind === 'failed' || kind === 'ended';
  if (isFinal(call.status) || call.transfer?.state !== 'dialing' || !isPresent) {
    if (!isOver) await hangUpOn(table, call, report.sid);
    return;
  }
  await recordTransferCall(table, call, { ...report, now, connects: kind === 'connected' });
  // Once somebody was connected, the transfer has succeeded.
  if (!isOver || call.stage !== 'transfer_started') return;
  const ended = {
    ...report,
    now,
    outcome: 'failed',
    reason: failureOf(report.status),
    numbers: NONE,
  } as const;
  if (await endAttempt(table, call, ended)) await takeBack(table, call);
}

/** The numbers to try after a conference leg failed: none. */
const NONE = { refused: [], next: undefined };

/** Stops ringing the participant after the callee hung up. */
export async function abandonParticipant(table: Table, call: StoredCall, now: Date): Promise<void> {
  if (call.stage !== 'transfer_started') return;
  await abandonTransfer(table, call, now);
  await stopRinging(table, call);
}

export async function stopRinging(table: Table, call: StoredCall): Promise<void> {
  await hangUpOn(table, call, call.transfer?.call_sid);
}

/** Takes the callee out of the conference and back to the agent, as after a failed transfer. */
async function takeBack(table: Table, call: StoredCall): Promise<void> {
  const key: CallKey = { userId: call.user_id, callId: call.id };
  const vendor = await vendorCallsOf(table, call);
  const url = await callbackUrl('transfer-ended', key, call.transfer?.attempt);
  if (call.telephony_id) await vendor?.redirect(call.telephony_id, url);
}

export async function hangUpOn(table: Table, call: StoredCall, sid: string | undefined): Promise<void> {
  const vendor = await vendorCallsOf(table, call);
  if (sid !== undefined) await vendor?.hangUp(sid);
}

async function vendorCallsOf(table: Table, call: StoredCall): Promise<VendorCalls | undefined> {
  const client = await telephonyClientOf(table, call, { interactive: true });
  return client && new VendorCalls(client);
}
