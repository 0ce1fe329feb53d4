import { judgeAnsweredBy } from '../domain/calls/machine-detection.ts';
import { isVendorCallOf } from '../domain/calls/vendor-call.ts';
import { systemClock } from '../runtime/clock.ts';
import { recordHumanDetection } from '../store/calls/calls.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

/** The vendor has found out, while the call goes on, whether a human or a machine answered. */
export const handler = vendorCallback('machine-detection', async ({ table, name, call, form }) => {
  const { CallSid: sid, AnsweredBy: answeredBy } = form;
  const result = judgeAnsweredBy(answeredBy);
  if (call && result && isVendorCallOf(call, sid)) {
    const now = systemClock();
    // The verdict and the end are one write: nobody can be told of the one without the other.
    if (result === 'no_human' && call.on_no_human_answer === 'hangup') {
      const outcome = 'human_unanswered';
      const detected = { human_detection_result: result, human_detected_at: now.toISOString() };
      await finishCall(table, name, { transition: 'end', now, outcome, endedBy: 'service', detected });
    }
    await recordHumanDetection(table, name, { result, now });
  }
  return emptyMarkup();
});
