import type { StoredCall } from '../domain/calls/call.ts';
import { isFinal, judgeVendorStatus } from '../domain/calls/call-state.ts';
import { type Conference, isRinging } from '../domain/calls/conference.ts';
import { environment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
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
 * Calls a further number into a call's conference. False when the vendor did not take it, or nobody knows: then the callee is
 * not kept waiting, and whoever should answer all the same is hung up on.
 */
export async function ringParticipant(
  table: Table,
  call: StoredCall,
  conference: Conference,
): Promise<boolean> {
  const name = { userId: call.user_id, callId: call.id };
  try {
    const vendor = await vendorCallsOf(table, call);
    await vendor?.placeCall({
      from: ownNumber(call),
      to: conference.phoneNumber,
      instructions: { twiml: participantMarkup(conference) },
      statusUrl: await callbackUrl('transfer-status', name),
      ringSeconds: TRANSFER_RING_SECONDS,
      maxSeconds: Number(environment('MAX_CALL_SECONDS')),
      further: {},
    });
    return vendor !== undefined;
  } catch (error) {
    logger.warn('Nobody could be called into a conference.', { callId: call.id, error });
    return false;
  }
}

/** The vendor tells of the call to the further number: who cannot be reached gives the callee back to the agent. */
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

/** The callee has gone: whoever is being called in is not rung for any longer. */
export async function abandonParticipant(table: Table, call: StoredCall): Promise<void> {
  if (!isRinging(call)) return;
  await abandonTransfer(table, call);
  await stopRinging(table, call);
}

/** Hangs up on whoever was being called in, once that is no part of the call any more. */
export async function stopRinging(table: Table, call: StoredCall): Promise<void> {
  await hangUpOn(table, call, call.transfer?.call_sid);
}

/** Takes the callee out of the conference: what the vendor is to do is what follows a transfer that failed. */
async function takeBack(table: Table, call: StoredCall): Promise<void> {
  const name: CallKey = { userId: call.user_id, callId: call.id };
  const vendor = await vendorCallsOf(table, call);
  if (call.telephony_id) await vendor?.redirect(call.telephony_id, await callbackUrl('transfer-ended', name));
}

async function hangUpOn(table: Table, call: StoredCall, sid: string | undefined): Promise<void> {
  const vendor = await vendorCallsOf(table, call);
  if (sid !== undefined) await vendor?.hangUp(sid);
}

async function vendorCallsOf(table: Table, call: StoredCall): Promise<VendorCalls | undefined> {
  const client = await telephonyClientOf(table, call, { interactive: true });
  return client && new VendorCalls(client);
}
