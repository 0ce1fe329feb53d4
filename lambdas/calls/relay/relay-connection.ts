import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { Connection } from '../../conversation/ports.ts';
import type { ConversationStore } from '../../conversation/store/conversation-store.ts';
import { unplayedRest } from '../../conversation/takeover.ts';
import { awaitReconnection, type awaitStandstill } from '../../conversation/waits.ts';
import { systemClock } from '../../platform/clock.ts';
import { logger } from '../../platform/logger.ts';
import { withoutUnreadMiddleware } from '../../platform/sdk-middleware.ts';
import { CONNECTIONS_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import type { OutgoingFrame } from '../../vendors/telephony/relay-frames.ts';

let client: ApiGatewayManagementApiClient | undefined;

const gateway = (): ApiGatewayManagementApiClient => {
  client ??= withoutUnreadMiddleware(
    new ApiGatewayManagementApiClient({ endpoint: readVariable(CONNECTIONS_URL) }),
  );
  return client;
};

/** Resolves to false if the connection is closed. */
const unlessGone = (sending: Promise<unknown>): Promise<boolean> =>
  sending.then(
    () => true,
    (error: unknown) => {
      if (error instanceof GoneException) return false;
      throw error;
    },
  );

/** The relay of a conversation: when its connection is lost, frames wait for the next one for this many milliseconds. */
export function relayConnection(store: ConversationStore, reconnectionMs: number): Connection {
  let { connectionId } = store;
  /** Whether words were sent that may have been lost. */
  let hasSpoken = false;
  const context = { store, now: systemClock };
  const send = async (frame: OutgoingFrame): Promise<boolean> => {
    const post = new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(frame) });
    if (await unlessGone(gateway().send(post))) {
      hasSpoken ||= frame.type === 'text';
      return true;
    }
    const next = await awaitReconnection(connectionId, reconnectionMs, context);
    if (next === undefined) return false;
    connectionId = next;
    const due = hasSpoken ? await afterTakeover(frame, context) : frame;
    return due === undefined || send(due);
  };
  return { send };
}

/** A frame after a takeover: text with all words of its answer that the vendor has not played. */
async function afterTakeover(
  frame: OutgoingFrame,
  context: Parameters<typeof awaitStandstill>[0],
): Promise<OutgoingFrame | undefined> {
  if (frame.type !== 'text') return frame;
  const session = await context.store.getSession();
  if (!session?.reports_playback || !session.answer?.text.endsWith(frame.token)) return frame;
  const token = await unplayedRest(session, context);
  return token === undefined ? undefined : { ...frame, token };
}

/** Closes a connection that another one replaced, so that nothing more is sent to it. Never throws. */
export async function closeConnection(ConnectionId: string): Promise<void> {
  await unlessGone(gateway().send(new DeleteConnectionCommand({ ConnectionId }))).catch((error: unknown) =>
    logger.warn('Former connection of a conversation not closed.', { error }),
  );
}
