import { askActionService } from '../../actions/ask-action-service.ts';
import { conversationModels, MODEL_VARIABLES } from '../../agents/language-models.ts';
import { timezone } from '../../agents/model/settings.ts';
import { silenceCheckOf } from '../../conversation/look-after-silence.ts';
import type { Session } from '../../conversation/model/session.ts';
import {
  maxCallSeconds,
  maxMenuSilenceSeconds,
  maxSilenceSeconds,
} from '../../conversation/model/settings.ts';
import type { FrameContext, PendingSetup } from '../../conversation/ports.ts';
import { tableStore } from '../../conversation/store/conversations.ts';
import {
  handshakeKey,
  reportsWaitForSetupKey,
  sessionKey,
  takeoverKey,
  waitsForSetupKey,
} from '../../conversation/store/keys.ts';
import { systemClock } from '../../platform/clock.ts';
import {
  callbackKeys,
  connections,
  type Grant,
  languageModels,
  sendTo,
  tableAccess,
  telephonyAccount,
} from '../../platform/grants.ts';
import { logger } from '../../platform/logger.ts';
import { outboundAllowedNetworks } from '../../platform/outbound/settings.ts';
import { enqueue } from '../../platform/queues.ts';
import { readExpiringText } from '../../platform/table/expiring-text.ts';
import { getItems } from '../../platform/table/get-items.ts';
import { consumeToken, type RateLimit } from '../../platform/table/rate-limit.ts';
import { stackTable, type Table } from '../../platform/table/table.ts';
import { CALLBACK_BASE_URL, RELAY_URL } from '../../platform/variables/resources.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import { countTurnTokens } from '../../usage/store/day-use.ts';
import { OPEN_CALLS_INDEX } from '../../usage/store/keys.ts';
import { lookUpKnowledge } from '../../vector-databases/look-up.ts';
import { vectorDatabase } from '../../vector-databases/model/settings.ts';
import { TokenMeter } from '../../vendors/llm/model-usage.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { reconcileSeconds } from '../model/settings.ts';
import { LAW_VARIABLES } from '../store/dial-permission.ts';
import { silenceCheckQueue } from '../store/queues.ts';
import { callEffects } from './call-effects.ts';
import { scheduleDueTurn } from './due-turns.ts';
import { closeConnection, relayConnection } from './relay-connection.ts';

export const TURN_GRANTS: readonly Grant[] = [
  tableAccess(['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS], [OPEN_CALLS_INDEX]),
  languageModels,
  telephonyAccount,
  callbackKeys,
  connections,
  sendTo(silenceCheckQueue),
];

export const TURN_VARIABLES = [
  ...MODEL_VARIABLES,
  vectorDatabase.apiUrl,
  outboundAllowedNetworks,
  maxCallSeconds,
  CALLBACK_BASE_URL,
  telephony.apiUrl,
  RELAY_URL,
  maxSilenceSeconds,
  maxMenuSilenceSeconds,
  timezone,
  reconcileSeconds,
  ...LAW_VARIABLES,
];

export interface RelayContext extends FrameContext {
  readonly table: Table;
  /** When the connection was opened; milliseconds since 1970. */
  readonly connectedMs?: number;
}

/** Milliseconds that an answer waits for the vendor to connect again; then it is broken off. */
const RECONNECTION_MS = 15_000;

/** Functions that begin later are waited for no longer. */
const MOST_LATE_MS = 5_000;

interface Frame {
  readonly id: string;
  /** Whether it only says what the vendor does: no words and no keys. */
  readonly isReport: boolean;
}

/** The context for handling an event of a connection, and its frame, if it has one. */
export function relayContext(connectionId: string, arrivedAt: Date, frame?: Frame): RelayContext {
  const table = stackTable();
  const meter = new TokenMeter();
  const store = tableStore(table, connectionId);
  const lateMs = Math.min(MOST_LATE_MS, Math.max(0, systemClock().getTime() - arrivedAt.getTime()));
  return {
    table,
    store,
    lateMs,
    call: callEffects(table, store),
    connection: relayConnection(store, RECONNECTION_MS, lateMs),
    now: systemClock,
    setup: pendingSetup(table, connectionId, frame?.isReport),
    arrivedAt,
    ...(frame && { frameId: frame.id, connectionId }),
    models: (session) => conversationModels(table, session, meter),
    countTokens: ({ user_id: userId }) => countTurnTokens(table, { userId, now: systemClock() }, meter),
    knowledge: (session, words) => lookUpKnowledge(table, session, words),
    askService: askActionService,
    watchSilence: (session, silentSince) => scheduleSilenceCheck(session, store.conversationId, silentSince),
    watchKeys: ({ user_id }, due) =>
      scheduleDueTurn(user_id, { connection_id: store.conversationId, of: 'keys' }, due),
    watchVoicemail: ({ user_id, generation }, due) =>
      scheduleDueTurn(user_id, { connection_id: store.conversationId, of: 'voicemail', generation }, due),
  };
}

async function scheduleSilenceCheck(
  session: Session,
  connection_id: string,
  silentSince: Date,
): Promise<void> {
  const first = silenceCheckOf(session, { connection_id, silentSince }, systemClock());
  if (!first) return;
  const { check, delaySeconds } = first;
  await enqueue(silenceCheckQueue, check, { userId: session.user_id, delaySeconds });
}

/** Frames that may wait, of all connections: anybody can open one, and each occupies an execution that turns need. */
const SETUP_WAITS: RateLimit = { perSecond: 50, burst: 100 };
const REPORT_WAITS: RateLimit = { perSecond: 25, burst: 50 };

/** A frame waits for its setup only if a handshake is stored. */
export const pendingSetup = (
  table: Table,
  connectionId: string,
  isReport = false,
  now = systemClock,
): PendingSetup => ({
  mayWait: async () =>
    (await readExpiringText(table, handshakeKey(connectionId), now())) !== undefined &&
    (await mayWait(table, isReport, now())),
  isHandled: async () => {
    const keys = [handshakeKey, sessionKey, takeoverKey].map((keyOf) => keyOf(connectionId));
    const found = await getItems(table, keys);
    return !(found.length === 1 && found[0]?.sk === handshakeKey(connectionId).sk);
  },
  // The invocation of the setup died: the vendor connects again, with another setup.
  giveUp: () => closeConnection(connectionId),
});

async function mayWait(table: Table, isReport: boolean, now: Date): Promise<boolean> {
  const [key, limit] = isReport ? [reportsWaitForSetupKey, REPORT_WAITS] : [waitsForSetupKey, SETUP_WAITS];
  try {
    if ((await consumeToken(table, key, { limit, now })) === 0) return true;
    throw new Error('Too many frames wait.');
  } catch (error) {
    logger.warn('Frame did not wait for the setup of its connection.', { error });
    return false;
  }
}
