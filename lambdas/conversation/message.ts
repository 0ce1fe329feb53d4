import type { APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import type { Session } from '../domain/conversations/conversation.ts';
import { lookUpKnowledge } from '../knowledge/look-up.ts';
import { conversationModels } from '../llm/accounts.ts';
import { TokenMeter } from '../llm/token-meter.ts';
import { systemClock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
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

/**
 * Handles one WebSocket message of the vendor. It never throws: API Gateway would send its own error, and the vendor
 * closes the connection after ten malformed messages.
 */
export async function handler(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResult> {
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
