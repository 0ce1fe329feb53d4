import { scheduleDueTurn } from '../conversation/turns/due-turns.ts';
import type { StoredCall } from '../domain/calls/call.ts';
import { resultOf, waitsForBeep } from '../domain/calls/machine-detection.ts';
import { isVendorCallOf } from '../domain/calls/vendor-call.ts';
import { systemClock } from '../runtime/clock.ts';
import { sendTo } from '../runtime/grants.ts';
import { dueTurnQueue } from '../runtime/queues.ts';
import { PRICES } from '../runtime/variables/prices.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { workerHandler } from '../runtime/worker.ts';
import { recordHumanDetection } from '../store/calls/call-facts.ts';
import { FINISH_CALL, finishCall } from '../store/calls/finish-call.ts';
import { answererOf } from '../telephony/call-status.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/markup.ts';

export const machineDetectionWorker = callbackWorker('machine-detection', {
  id: 'MachineDetection',
  description: 'Handles results of answering-machine detection',
  tableActions: FINISH_CALL,
  grants: [sendTo(dueTurnQueue)],
  variables: [PRICES],
  isCallStep: true,
});

export const handler = workerHandler(
  machineDetectionWorker,
  vendorCallback('machine-detection', async ({ table, key, call, form }) => {
    const { CallSid: sid, AnsweredBy: answeredBy } = form;
    const answerer = answererOf(answeredBy);
    if (call && answerer && isVendorCallOf(call, sid)) {
      const result = resultOf(answerer);
      const now = systemClock();
      const hangsUp =
        result === 'no_human' &&
        (call.on_no_human_answer === 'hangup' ||
          (call.on_no_human_answer === 'leave_message' && answerer === 'fax'));
      if (answerer === 'recording_machine' && waitsForBeep(call)) await leaveMessage(call);
      // One write stores the result and the end, so that both have their events or neither has.
      if (hangsUp) {
        const outcome = 'human_unanswered';
        const detected = { human_detection_result: result, human_detected_at: now.toISOString() };
        const prices = readVariable(PRICES);
        await finishCall(table, key, {
          transition: 'end',
          now,
          outcome,
          endedBy: 'service',
          detected,
          prices,
        });
      }
      await recordHumanDetection(table, key, { result, now });
    }
    return emptyMarkup();
  }),
);

/**
 * Leaves a message: the machine is recording. Throws before the conversation has begun, so that the vendor repeats the
 * callback.
 */
async function leaveMessage({ id, user_id, connection_id }: StoredCall): Promise<void> {
  if (connection_id === undefined) throw new Error(`The call ${id} has no conversation for a message yet.`);
  await scheduleDueTurn(user_id, { connection_id, of: 'voicemail' }, 0);
}
