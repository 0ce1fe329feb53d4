import {
  ApiGatewayManagementApiClient,
  ApiGatewayManagementApiServiceException,
  DeleteConnectionCommand,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { type Connection, realWait } from '../../conversation/ports.ts';
import type { ConversationStore } from '../../conversation/store/conversation-store.ts';
import { unplayedRest } from '../../conversation/takeover.ts';
import { awaitReconnection, type awaitStandstill, REORDER_WINDOW_MS } from '../../conversation/waits.ts';
import { systemClock } from '../../platform/clock.ts';
import { logger } from '../../platform/logger.ts';
import { withoutUnreadMiddleware } from '../../platform/sdk-middleware.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import { CONNECTIONS_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import type { OutgoingFrame } from '../../vendors/telephony/relay-frames.ts';

/** Milliseconds until a response counts as lost; usual are less than 100. */
const RESPONSE_MS = 5_000;

let client: ApiGatewayManagementApiClient | undefined;

/** It makes one attempt: it doesn't know whether words whose response is lost were sent, and contacts would hear them twice. */
const gateway = (): ApiGatewayManagementApiClient => {
  client ??= withoutUnreadMiddleware(
    new ApiGatewayManagementApiClient({
      endpoint: readVariable(CONNECTIONS_URL),
      maxAttempts: 1,
      requestHandler: { requestTimeout: RESPONSE_MS, throwOnRequestTimeout: true },
    }),
  );
  return client;
};

/** Attempts of a frame, unless its connection is closed. */
const MAX_ATTEMPTS = 3;

/**
 * The relay of a conversation: when its connection is lost, frames wait for the next one for `reconnectionMs`.
 * `lateMs`: milliseconds by which functions begin late.
 */
export function relayConnection(store: ConversationStore, reconnectionMs: number, lateMs = 0): Connection {
  let { connectionId } = store;
  /** Whether words were sent that may have been lost. */
  let hasSpoken = false;
  const context = { store, now: systemClock, lateMs };
  const send = async (frame: OutgoingFrame, attempt = 1): Promise<boolean> => {
    try {
      const post = { ConnectionId: connectionId, Data: JSON.stringify(frame) };
      await gateway().send(new PostToConnectionCommand(post));
      hasSpoken ||= frame.type === 'text';
      return true;
    } catch (error) {
      if (!(error instanceof GoneException)) return sendAgain(frame, attempt, error);
    }
    const next = await awaitReconnection(connectionId, reconnectionMs, context);
    if (next === undefined) return false;
    connectionId = next;
    return sendUnplayed(hasSpoken ? await afterLoss(frame, context, true) : frame, attempt);
  };
  const sendUnplayed = (due: OutgoingFrame | undefined, attempt: number) =>
    due === undefined || send(due, attempt);
  async function sendAgain(frame: OutgoingFrame, attempt: number, error: unknown): Promise<boolean> {
    const isRefused = error instanceof ApiGatewayManagementApiServiceException && error.$fault === 'client';
    const isThrottled = error instanceof LimitExceededException;
    if (attempt === MAX_ATTEMPTS || (isRefused && !isThrottled)) throw error;
    // Meanwhile, the words are stored as well.
    await realWait(REORDER_WINDOW_MS);
    return sendUnplayed(isThrottled ? frame : await afterLoss(frame, context), attempt + 1);
  }
  return { send };
}

/**
 * A frame after it or words may be lost: text with all words of its answer that the vendor has not played. Keys are not
 * pressed again: a menu would take them twice, and one that got none repeats itself.
 */
async function afterLoss(
  frame: OutgoingFrame,
  context: Parameters<typeof awaitStandstill>[0],
  isUnsent = false,
): Promise<OutgoingFrame | undefined> {
  if (frame.type === 'sendDigits' && !isUnsent) return undefined;
  if (frame.type !== 'text') return frame;
  const session = await context.store.getSession();
  if (!session?.reports_playback || !session.answer?.text.endsWith(frame.token)) return frame;
  const token = await unplayedRest(session, context, isUnsent ? frame.token.length : 0);
  return token === undefined ? undefined : { ...frame, token };
}

/** Closes a connection that another one replaced, so that nothing more is sent to it. Never throws. */
export async function closeConnection(ConnectionId: string): Promise<void> {
  const close = () => gateway().send(new DeleteConnectionCommand({ ConnectionId }));
  const isGone = (error: unknown) => (error instanceof GoneException ? true : undefined);
  await attemptUntil(() => close().then(() => true, isGone)).catch((error: unknown) =>
    logger.warn('Former connection of a conversation not closed.', { error }),
  );
}
