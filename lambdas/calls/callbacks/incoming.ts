import { numberCallbackPath } from '../../numbers/number-urls.ts';
import { systemClock } from '../../platform/clock.ts';
import { callbackKeys, tableAccess, telephonyAccount } from '../../platform/grants.ts';
import { newId } from '../../platform/ids.ts';
import { logger } from '../../platform/logger.ts';
import { outboundAllowedNetworks } from '../../platform/outbound/settings.ts';
import { CALLBACK_BASE_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { concurrentPerUser } from '../../usage/model/settings.ts';
import { OPEN_CALLS_INDEX } from '../../usage/store/keys.ts';
import { recordingUrlOf } from '../callback-urls.ts';
import { issueOfContext } from '../model/call-context.ts';
import { isFinal } from '../model/call-state.ts';
import { reconcileSeconds, recordings, refusal } from '../model/settings.ts';
import { FINISH_CALL } from '../store/finish-call.ts';
import { acceptInboundCall } from './accept-inbound-call.ts';
import { CONNECT_VARIABLES, connectRelay, rejectCall } from './connect-relay.ts';
import { numberCallback } from './number-callback.ts';
import { CALLBACK_TIMEOUT_SECONDS } from './signed-callback.ts';
import { farewellMarkup } from './twiml/markup.ts';

export const incomingWorker = defineWorker({
  stack: 'Calls',
  id: 'Incoming',
  description: 'Answers or rejects calls to numbers',
  trigger: { by: 'callback', path: numberCallbackPath('incoming') },
  grants: [tableAccess(['BatchGetItem', ...FINISH_CALL], [OPEN_CALLS_INDEX]), telephonyAccount, callbackKeys],
  variables: [
    ...CONNECT_VARIABLES,
    CALLBACK_BASE_URL,
    reconcileSeconds,
    concurrentPerUser,
    refusal,
    recordings.enabled,
    outboundAllowedNetworks,
  ],
  timeoutSeconds: CALLBACK_TIMEOUT_SECONDS,
  callerWaitsFor: 'call',
  isCallStep: true,
});

/** Handles an inbound call: connects the agent of the number, or rejects the call with a sentence. */
export const handler = workerHandler(
  incomingWorker,
  numberCallback('incoming', async ({ table, number, form }) => {
    const { CallSid: sid, From: from } = form;
    const dependencies = { table, now: systemClock, newId };
    const call = number && sid ? await acceptInboundCall(number, { sid, from }, dependencies) : undefined;
    if (!call || isFinal(call.status)) {
      logger.info('A call was refused.', { numberId: number?.id, callId: call?.id });
      return farewellMarkup(readVariable(refusal));
    }
    const issue = issueOfContext(call);
    if (issue !== undefined) return rejectCall(table, call, issue);
    return connectRelay(call, await recordingUrlOf(call));
  }),
);
