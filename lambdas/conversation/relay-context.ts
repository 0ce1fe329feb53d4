import { timezone } from '../agents/model/settings.ts';
import { systemClock } from '../platform/clock.ts';
import {
  callbackKeys,
  connections,
  type Grant,
  languageModels,
  sendTo,
  tableAccess,
  telephonyAccount,
} from '../platform/grants.ts';
import { outboundAllowedNetworks } from '../platform/outbound/settings.ts';
import { silenceCheckQueue } from '../platform/queues.ts';
import { stackTable } from '../platform/table/table.ts';
import { CALLBACK_BASE_URL, RELAY_URL } from '../platform/variables/resources.ts';
import { lookUpKnowledge } from '../vector-databases/look-up.ts';
import { vectorDatabase } from '../vector-databases/model/settings.ts';
import { TokenMeter } from '../vendors/llm/model-usage.ts';
import { telephony } from '../vendors/telephony/settings.ts';
import type { FrameContext } from './frame-context.ts';
import { conversationModels, MODEL_VARIABLES } from './llm/accounts.ts';
import { maxCallSeconds, maxMenuSilenceSeconds, maxSilenceSeconds } from './model/settings.ts';
import { relayConnection } from './relay-connection.ts';
import { scheduleSilenceCheck } from './schedule-silence-check.ts';
import { tableStore } from './store/conversation-store.ts';
import { scheduleDueTurn } from './turn/schedule-due-turn.ts';

export const TURN_GRANTS: readonly Grant[] = [
  tableAccess(['GetItem', 'Query', 'PutItem', 'UpdateItem']),
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
];

/** The context of a conversation on the telephone. */
export type RelayContext = FrameContext & Required<Pick<FrameContext, 'table'>>;

/** The context for handling an event of a connection; `frameId`: that of its frame, if it has one. */
export function relayContext(connectionId: string, arrivedAt: Date, frameId?: string): RelayContext {
  const table = stackTable();
  const meter = new TokenMeter();
  const connection_id = connectionId;
  return {
    table,
    store: tableStore(table, connectionId),
    connection: relayConnection(connectionId),
    now: systemClock,
    arrivedAt,
    ...(frameId !== undefined && { frameId }),
    models: (session) => conversationModels(table, session, meter),
    meter,
    knowledge: (session, words) => lookUpKnowledge(table, session, words),
    watchSilence: (session, silentSince) => scheduleSilenceCheck(session, { connection_id, silentSince }),
    watchKeys: ({ user_id }, due) => scheduleDueTurn(user_id, { connection_id, of: 'keys' }, due),
    watchVoicemail: ({ user_id, generation }, due) =>
      scheduleDueTurn(user_id, { connection_id, of: 'voicemail', generation }, due),
  };
}
