import { conferenceOf } from '../domain/calls/conference.ts';
import { recordConference, recordTransferCall } from '../store/calls/transfers.ts';
import { followParticipant } from './conference-leg.ts';
import { vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

/** Handles a status of a transfer or of a conference, which may be late, repeated or out of order. */
export const handler = vendorCallback('transfer-status', async ({ table, call, form }) => {
  const { CallSid: sid, CallStatus: status, ConferenceSid: conferenceSid } = form;
  if (call && conferenceSid) await recordConference(table, call, conferenceSid);
  else if (call && sid && status) {
    const follow = conferenceOf(call) ? followParticipant : recordTransferCall;
    await follow(table, call, { sid, status });
  }
  return emptyMarkup();
});
