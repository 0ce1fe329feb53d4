import type { StoredCall } from '../domain/calls/call.ts';
import { isFinal, judgeVendorStatus } from '../domain/calls/call-state.ts';
import { type Conference, isRinging } from '../domain/calls/conference.ts';
import { logger } from '../runtime/logger.ts';
import { MAX_CALL_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import type { CallKey } from '../store/calls/calls.ts';
import {
  abandonTransfer,
  endTransfer,
  recordTransferCall,
  type TransferCall,
} from '../store/calls/transfers.ts';
import type { Table } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { VendorCalls } from '../telephony/calls.ts';
import { callbackUrl } from './callback-urls.ts';
import { participantMarkup } from './twiml/conference.ts';
import { ownNumber, TRANSFER_RING_SECONDS } from './twiml/transfer.ts';

/**
 * Calls the participant into a call's conference. Returns false if the vendor refused, or its answer was lost. Then the
 * callee does not wait, and a participant who answers all the same is hung up on.
 */
export async function ringParticipant(
  table: Table,
  call: StoredCall,
  conference: Conference,
): Promise<boolean> {
  const key = { userId: call.user_id, callId: call.id };
  try {
    const vendor = await vendorCallsOf(table, call);
    await vendor?.placeCall({
      from: ownNumber(call),
      to: conference.phoneNumber,
      instructions: { twiml: participantMarkup(conference) },
      statusUrl: await callbackUrl('transfer-status', key),
      ringSeconds: TRANSFER_RING_SECONDS,
      maxSeconds: readVariable(MAX_CALL_SECONDS),
      further: {},
    });
    return vendor !== undefined;
  } catch (error) {
    logger.warn('The participant of a conference could not be called.', { callId: call.id, error });
    return false;
  }
}

/** Handles a status of the conference leg. If the participant cannot be reached, the callee returns to the agent. */
export async function followParticipant(
  table: Table,
  call: StoredCall,
  news: TransferCall & { readonly sid: string },
): Promise<void> {
  const { kind } = judgeVendorStatus(news.status);
  const isOver = kind === 'failed' || kind === 'ended';
  if (isFinal(call.status) || call.transfer?.state !== 'dialling') {
    if (!isOver) await hangUpOn(table, call, news.sid);
    return;
  }
  await recordTransferCall(table, call, news);
  if (!isOver || !isRinging(call)) return;
  if (await endTransfer(table, call, { ...news, outcome: 'failed' })) await takeBack(table, call);
}

/** Stops ringing the participant after the callee hung up. */
export async function abandonParticipant(table: Table, call: StoredCall): Promise<void> {
  if (!isRinging(call)) return;
  await abandonTransfer(table, call);
  await stopRinging(table, call);
}

/** Hangs up a conference leg that no longer belongs to the call. */
export async function stopRinging(table: Table, call: StoredCall): Promise<void> {
  await hangUpOn(table, call, call.transfer?.call_sid);
}

/** Takes the callee out of the conference, as after a failed transfer. */
async function takeBack(table: Table, call: StoredCall): Promise<void> {
  const key: CallKey = { userId: call.user_id, callId: call.id };
  const vendor = await vendorCallsOf(table, call);
  if (call.telephony_id) await vendor?.redirect(call.telephony_id, await callbackUrl('transfer-ended', key));
}

async function hangUpOn(table: Table, call: StoredCall, sid: string | undefined): Promise<void> {
  const vendor = await vendorCallsOf(table, call);
  if (sid !== undefined) await vendor?.hangUp(sid);
}

async function vendorCallsOf(table: Table, call: StoredCall): Promise<VendorCalls | undefined> {
  const client = await telephonyClientOf(table, call, { interactive: true });
  return client && new VendorCalls(client);
}
