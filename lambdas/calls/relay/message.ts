import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { compileCues } from '../../conversation/model/answerer/who-answered.ts';
import { getSession } from '../../conversation/store/conversations.ts';
import { take } from '../../conversation/take.ts';
import { sendTo } from '../../platform/grants.ts';
import { currentStep, nameCall } from '../../platform/log/current-step.ts';
import { logger } from '../../platform/logger.ts';
import { emitMetrics } from '../../platform/metrics/emit.ts';
import { stackTable } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { parseRelayFrame, type RelayFrame } from '../../vendors/telephony/relay-frames.ts';
import { dueTurnQueue } from '../store/queues.ts';
import { relayContext, TURN_GRANTS, TURN_VARIABLES } from './relay-context.ts';
import { setUp } from './set-up.ts';

export const messageWorker = defineWorker({
  stack: 'Calls',
  id: 'Message',
  description: 'Answers what contacts say',
  trigger: { by: 'socket', route: '$default' },
  grants: [...TURN_GRANTS, sendTo(dueTurnQueue)],
  variables: TURN_VARIABLES,
  // API Gateway waits for an answer for this time.
  timeoutSeconds: 29,
  callerWaitsFor: 'turn',
  memory: 1024,
});

/** Never throws: the vendor closes the connection after ten errors of API Gateway. A failure is a metric instead. */
async function handle(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { connectionId } = event.requestContext;
  const frame = parseRelayFrame(event.body);
  try {
    if (frame) {
      nameStep(frame);
      const { requestTimeEpoch, requestId, connectedAt: connectedMs } = event.requestContext;
      const origin = { id: requestId, isReport: frame.type === 'info' || frame.type === 'error' };
      const context = { ...relayContext(connectionId, new Date(requestTimeEpoch), origin), connectedMs };
      await (frame.type === 'setup' ? setUp(frame, context) : take(frame, context));
    } else {
      logger.warn('Message ignored: it is malformed or unknown.', { connectionId });
    }
  } catch (error) {
    emitMetrics({ FrameFailed: 1 });
    await nameCallOf(connectionId);
    logger.error('A message could not be handled.', { connectionId, frame: frame?.type, error });
  }
  return { statusCode: 200, body: '' };
}

/** Names the step in the log: a turn, or the vendor's name of the frame. */
function nameStep(frame: RelayFrame): void {
  const step = currentStep();
  if (!step) return;
  const isTurn = frame.type === 'prompt' && frame.last;
  step.name = isTurn ? 'turn' : `relay ${frame.type === 'prompt' ? 'partial prompt' : frame.type}`;
}

/** Names the call in the log of a failure that occurred before the conversation was read. */
async function nameCallOf(connectionId: string): Promise<void> {
  if (currentStep()?.callId !== undefined) return;
  const session = await getSession(stackTable(), connectionId).catch(() => undefined);
  if (session) nameCall({ userId: session.user_id, callId: session.call_id });
}

// While the function starts: later, the contact would wait.
compileCues();

export const handler = workerHandler(messageWorker, handle);
