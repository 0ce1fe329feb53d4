import { changeSession } from '../../conversation/change-session.ts';
import type { Session } from '../../conversation/model/session.ts';
import { answererReported } from '../../conversation/model/session-events.ts';
import { tableStore } from '../../conversation/store/conversations.ts';
import { systemClock } from '../../platform/clock.ts';
import { sendTo } from '../../platform/grants.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { workerHandler } from '../../platform/worker.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { type Answerer, answererOf } from '../../vendors/model/call-status.ts';
import type { StoredCall } from '../model/call.ts';
import { isVendorCallOf } from '../model/call-state.ts';
import { hangsUp, mayBePerson, resultOf, waitsForBeep } from '../model/machine-detection.ts';
import { scheduleDueTurn } from '../relay/due-turns.ts';
import { recordHumanDetection } from '../store/call-fields.ts';
import { FINISH_CALL, finishCall } from '../store/finish-call.ts';
import { dueTurnQueue } from '../store/queues.ts';
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
      const session = await report(table, call, { answerer, now });
      if (answerer === 'recording_machine' && waitsForBeep(call)) await leaveMessage(call);
      // One write stores the result and the end, so that either both have events or neither does.
      if (hangsUp(call, answerer) && !mayBePerson(session)) {
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

/** Leaves a message: the machine is recording. Throws before the conversation has begun. */
async function leaveMessage({ id, user_id, connection_id }: StoredCall): Promise<void> {
  if (connection_id === undefined) throw new Error(`The call ${id} has no conversation for a message yet.`);
  await scheduleDueTurn(user_id, { connection_id, of: 'voicemail' }, systemClock());
}

/** Tells the conversation, if one has begun, what the vendor detected. Returns it as it is then. */
async function report(
  table: Table,
  { connection_id }: StoredCall,
  { answerer, now }: { readonly answerer: Answerer; readonly now: Date },
): Promise<Session | undefined> {
  if (connection_id === undefined) return undefined;
  const context = { store: tableStore(table, connection_id), now: () => now };
  const change = await changeSession(context, (session) => answererReported(session, answerer, now));
  return change?.session ?? context.store.getSession();
}
