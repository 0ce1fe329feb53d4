import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import type { Session } from '../domain/conversations/conversation.ts';
import { lookUpKnowledge } from '../knowledge/look-up.ts';
import { conversationModels, MODEL_VARIABLES } from '../llm/accounts.ts';
import { TokenMeter } from '../llm/token-meter.ts';
import { systemClock } from '../runtime/clock.ts';
import {
  callbackKey,
  connections,
  languageModels,
  sendTo,
  tableAccess,
  telephonyAccount,
} from '../runtime/grants.ts';
import { logger } from '../runtime/logger.ts';
import { silenceCheckQueue } from '../runtime/queues.ts';
import { RELAY_URL } from '../runtime/variables/resources.ts';
import {
  MAX_CALL_SECONDS,
  MAX_MENU_SILENCE_SECONDS,
  MAX_SILENCE_SECONDS,
  OUTBOUND_ALLOWED_NETWORKS,
  VECTOR_DATABASE_API_URL,
} from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { stackTable } from '../store/table/table.ts';
import { handleFrame } from './handle-frame.ts';
import { relayConnection } from './relay-connection.ts';
import { parseRelayFrame } from './relay-frames.ts';
import { scheduleSilenceCheck } from './silence-checks.ts';

/** Schedules a silence check. A caller on hold has no silence timeout. */
async function watchSilence(
  session: Session,
  { connectionId, silentSince }: { readonly connectionId: string; readonly silentSince: Date },
): Promise<void> {
  if (session.holding) return;
  const { generation } = session;
  const check = { connection_id: connectionId, generation, silent_since: silentSince.toISOString() };
  await scheduleSilenceCheck(session, check, systemClock());
}

export const messageWorker = defineWorker({
  stack: 'Calls',
  id: 'Message',
  description: 'Answers what callees say',
  trigger: { by: 'socket', route: '$default' },
  grants: [
    tableAccess(['GetItem', 'Query', 'PutItem', 'UpdateItem']),
    languageModels,
    telephonyAccount,
    callbackKey,
    connections,
    sendTo(silenceCheckQueue),
  ],
  variables: [
    ...MODEL_VARIABLES,
    VECTOR_DATABASE_API_URL,
    OUTBOUND_ALLOWED_NETWORKS,
    MAX_CALL_SECONDS,
    RELAY_URL,
    MAX_SILENCE_SECONDS,
    MAX_MENU_SILENCE_SECONDS,
  ],
  // API Gateway waits this long for an answer.
  timeoutSeconds: 29,
  callerWaitsFor: 'turn',
  memory: 1024,
});

/**
 * Handles one WebSocket message of the vendor. It never throws: API Gateway would send its own error, and the vendor
 * closes the connection after ten malformed messages.
 */
async function handle(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
  const { connectionId } = event.requestContext;
  const frame = parseRelayFrame(event.body);
  try {
    if (frame) {
      const connection = relayConnection(connectionId);
      const table = stackTable();
      const meter = new TokenMeter();
      await handleFrame(frame, {
        table,
        connectionId,
        connection,
        now: systemClock,
        models: (session) => conversationModels(table, session, meter),
        meter,
        knowledge: (session, said) => lookUpKnowledge(table, session, said),
        watchSilence: (session, silentSince) => watchSilence(session, { connectionId, silentSince }),
      });
    } else {
      logger.warn('A malformed or unknown message was ignored.', { connectionId });
    }
  } catch (error) {
    logger.error('A message could not be handled.', { connectionId, frame: frame?.type, error });
  }
  return { statusCode: 200, body: '' };
}

export const handler = workerHandler(messageWorker, handle);
