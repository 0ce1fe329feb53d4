import { judgeAnsweredBy } from '../domain/calls/machine-detection.ts';
import { isVendorCallOf } from '../domain/calls/vendor-call.ts';
import { systemClock } from '../runtime/clock.ts';
import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { recordHumanDetection } from '../store/calls/calls.ts';
import { FINISH_CALL, finishCall } from '../store/calls/finish-call.ts';
import { callbackPath } from './callback-urls.ts';
import { CALLBACK_TIMEOUT_SECONDS, vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

export const machineDetectionWorker = defineWorker({
  stack: 'Calls',
  id: 'MachineDetection',
  description: 'Takes the verdict on who answered',
  trigger: { by: 'callback', path: callbackPath('machine-detection') },
  grants: [tableAccess(FINISH_CALL), telephonyAccount, callbackKey],
  variables: [CALLBACK_BASE_URL],
  timeoutSeconds: CALLBACK_TIMEOUT_SECONDS,
});

/** Handles the result of answering-machine detection, which comes while the call goes on. */
export const handler = workerHandler(
  machineDetectionWorker,
  vendorCallback('machine-detection', async ({ table, key, call, form }) => {
    const { CallSid: sid, AnsweredBy: answeredBy } = form;
    const result = judgeAnsweredBy(answeredBy);
    if (call && result && isVendorCallOf(call, sid)) {
      const now = systemClock();
      // One write stores the result and the end, so that both have their events or neither has.
      if (result === 'no_human' && call.on_no_human_answer === 'hangup') {
        const outcome = 'human_unanswered';
        const detected = { human_detection_result: result, human_detected_at: now.toISOString() };
        await finishCall(table, key, { transition: 'end', now, outcome, endedBy: 'service', detected });
      }
      await recordHumanDetection(table, key, { result, now });
    }
    return emptyMarkup();
  }),
);
