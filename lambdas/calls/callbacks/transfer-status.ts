import { MODEL_VARIABLES } from '../../agents/language-models.ts';
import { withSnapshot } from '../../agents/store/snapshots.ts';
import { languageModels } from '../../platform/grants.ts';
import type { Table } from '../../platform/table/table.ts';
import { workerHandler } from '../../platform/worker.ts';
import { answererOf } from '../../vendors/model/call-status.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { conferenceOf } from '../model/conference.ts';
import { resultOf } from '../model/machine-detection.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { isUnderWay } from '../model/transfer/transfer.ts';
import { judgeTransfer, recordConference, recordTransferCall } from '../store/transfers.ts';
import { type CallbackRequest, callbackWorker, vendorCallback } from './signed-callback.ts';
import { followParticipant, hangUpOn } from './transfer/conference-leg.ts';
import { prepareWhisper } from './transfer/write-whisper.ts';
import { emptyMarkup } from './twiml/markup.ts';

export const transferStatusWorker = callbackWorker('transfer-status', {
  id: 'TransferStatus',
  description: 'Handles statuses of transfers',
  tableActions: ['GetItem', 'Query', 'UpdateItem'],
  grants: [languageModels],
  variables: [telephony.apiUrl, ...MODEL_VARIABLES],
  // It waits for a model to write the whisper.
  isCallStep: true,
});

/** Handles a status of a transfer or of a conference, which may be late, repeated or out of order. */
export const handler = workerHandler(
  transferStatusWorker,
  vendorCallback('transfer-status', async ({ table, call, ...request }) => {
    const { form, attempt, arrivedAt: now } = request;
    const { CallSid: sid, CallStatus: status, ConferenceSid: conferenceSid } = form;
    const isPresent = call !== undefined && isUnderWay(call, attempt);
    const callWithSnapshot = call && (await withSnapshot(table, call));
    if (!callWithSnapshot || !(sid || conferenceSid)) return emptyMarkup();
    if (conferenceSid) {
      if (isPresent) await recordConference(table, callWithSnapshot, { sid: conferenceSid, now });
    } else if (sid && status && conferenceOf(callWithSnapshot)) {
      await followParticipant(table, callWithSnapshot, { sid, status, now, isPresent });
    } else if (sid && isPresent) {
      await follow(table, callWithSnapshot, { ...request, sid });
    }
    return emptyMarkup();
  }),
);

/** Handles the status of the current number, or the result of its answering-machine detection. */
async function follow(
  table: Table,
  call: CallWithSnapshot,
  { sid, form, arrivedAt: now }: Pick<CallbackRequest, 'form' | 'arrivedAt'> & { readonly sid: string },
): Promise<void> {
  const { CallStatus: status, AnsweredBy: answeredBy } = form;
  const asks = call.transfer?.asks === true;
  const answerer = answererOf(answeredBy);
  if (asks && answerer && resultOf(answerer) === 'no_human') {
    const isMachine = (await judgeTransfer(table, call, 'machine')) || call.transfer?.verdict === 'machine';
    if (isMachine) await hangUpOn(table, call, sid);
  } else if (status) {
    const connects = !asks && status === 'in-progress';
    await recordTransferCall(table, call, { sid, status, now, connects });
    // The whisper is then ready when a person picks up.
    if (asks && status === 'initiated') await prepareWhisper(table, call);
  }
}
