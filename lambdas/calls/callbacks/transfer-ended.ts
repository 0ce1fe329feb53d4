import { withSnapshot } from '../../agents/store/snapshots.ts';
import { maxCallSeconds } from '../../conversation/model/settings.ts';
import type { Table } from '../../platform/table/table.ts';
import { workerHandler } from '../../platform/worker.ts';
import { failureOf } from '../../vendors/model/call-status.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { isVendorCallOf } from '../model/call-state.ts';
import { conferenceOf } from '../model/conference.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { isUnderWay, type TransferFailure } from '../model/transfer/transfer.ts';
import { getCallWithSnapshot } from '../store/calls.ts';
import { abandonTransfer, endAttempt } from '../store/transfers.ts';
import { CONNECT_VARIABLES } from './connect-relay.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { abandonParticipant, stopRinging } from './transfer/conference-leg.ts';
import { nextNumbers, numbersLeft, transferInstructions } from './transfer/instructions.ts';
import { hangUpMarkup } from './twiml/markup.ts';

export const transferEndedWorker = callbackWorker('transfer-ended', {
  id: 'TransferEnded',
  description: 'Tries the next number of a transfer, or returns the callee to the agent',
  tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
  variables: [...CONNECT_VARIABLES, telephony.apiUrl, maxCallSeconds],
  callerWaitsFor: 'call',
});

/** Maximum reads of a call: its attempt is declined or accepted at most once while its end is handled. */
const MAX_LOOKS = 3;

/** Handles the end of an attempt to transfer a call. If it failed, the next number rings or the callee returns to the agent. */
export const handler = workerHandler(
  transferEndedWorker,
  vendorCallback('transfer-ended', async ({ table, key, call, form, attempt, arrivedAt: now }) => {
    if (!call || !isVendorCallOf(call, form.CallSid)) return hangUpMarkup();
    let latestCall = await withSnapshot(table, call);
    const isConference = latestCall !== undefined && conferenceOf(latestCall) !== undefined;
    const isGone = form.CallStatus !== 'in-progress';
    if (isConference && isGone) await abandonParticipant(table, call, now);
    for (let looks = 0; latestCall && isUnderWay(latestCall, attempt) && looks < MAX_LOOKS; looks++) {
      await finish(table, latestCall, { form, isConference, isGone, now });
      latestCall = await getCallWithSnapshot(table, key);
    }
    if (isGone || !latestCall) return hangUpMarkup();
    return transferInstructions(latestCall, now);
  }),
);

interface Report {
  readonly form: Readonly<Record<string, string>>;
  readonly isConference: boolean;
  readonly isGone: boolean;
  readonly now: Date;
}

async function finish(table: Table, call: CallWithSnapshot, { form, ...report }: Report): Promise<void> {
  const { isConference, isGone, now } = report;
  // Of a conference leg, the vendor only reports that the callee was in the conference.
  const ofConference = call.stage === 'transfer_successful' ? 'completed' : 'failed';
  const status = isConference ? ofConference : (form.DialCallStatus ?? 'failed');
  const legStatus = { sid: form.DialCallSid, status, now };
  const reason = reasonOf(call, { status, isBridged: form.DialBridged, isConference });
  if (reason === undefined) {
    await endAttempt(table, call, { ...legStatus, outcome: 'done' });
    return;
  }
  if (isGone) return abandonTransfer(table, call, now);
  const numbers = await nextNumbers(table, call, isConference ? [] : numbersLeft(call, now));
  const isStored = await endAttempt(table, call, { ...legStatus, outcome: 'failed', reason, numbers });
  if (isConference && isStored) await stopRinging(table, call);
}

/** Why the transfer did not connect the two parties; undefined if it did. */
function reasonOf(
  call: CallWithSnapshot,
  end: { readonly status: string; readonly isBridged: string | undefined; readonly isConference: boolean },
): TransferFailure | undefined {
  const { status, isBridged } = end;
  const verdict = call.transfer?.verdict;
  if (verdict !== undefined && verdict !== 'accepted') return verdict;
  // Without a whisper, whoever answered was connected.
  const wasConnected = status === 'completed' || status === 'answered';
  if (end.isConference || !call.transfer?.asks) return wasConnected ? undefined : failureOf(status);
  // A person who accepted the call may hang up before the parties are connected.
  return verdict === 'accepted' && isBridged !== 'false' ? undefined : failureOf(status);
}
