import { conferenceOf } from '../domain/calls/conference.ts';
import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import { TELEPHONY_API_URL } from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { recordConference, recordTransferCall } from '../store/calls/transfers.ts';
import { callbackPath } from './callback-urls.ts';
import { followParticipant } from './conference-leg.ts';
import { CALLBACK_TIMEOUT_SECONDS, vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

export const transferStatusWorker = defineWorker({
  stack: 'Calls',
  id: 'TransferStatus',
  description: 'Takes the vendor’s news of a transfer',
  trigger: { by: 'callback', path: callbackPath('transfer-status') },
  grants: [tableAccess(['GetItem', 'UpdateItem']), telephonyAccount, callbackKey],
  variables: [CALLBACK_BASE_URL, TELEPHONY_API_URL],
  timeoutSeconds: CALLBACK_TIMEOUT_SECONDS,
});

/** Handles a status of a transfer or of a conference, which may be late, repeated or out of order. */
export const handler = workerHandler(
  transferStatusWorker,
  vendorCallback('transfer-status', async ({ table, call, form }) => {
    const { CallSid: sid, CallStatus: status, ConferenceSid: conferenceSid } = form;
    if (call && conferenceSid) await recordConference(table, call, conferenceSid);
    else if (call && sid && status) {
      const follow = conferenceOf(call) ? followParticipant : recordTransferCall;
      await follow(table, call, { sid, status });
    }
    return emptyMarkup();
  }),
);
