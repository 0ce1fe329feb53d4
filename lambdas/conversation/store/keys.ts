import { type Key, RATE_LIMIT_PREFIX } from '../../platform/table/keys.ts';

/** The key of the rate limit of frames that wait for the setup of their connection, for all connections. */
export const waitsForSetupKey: Key = { pk: `${RATE_LIMIT_PREFIX}RELAY`, sk: 'WAITS_FOR_SETUP' };

/** The same for reports: a replay has hundreds, which must not keep words from waiting. */
export const reportsWaitForSetupKey: Key = { ...waitsForSetupKey, sk: 'REPORTS_WAIT_FOR_SETUP' };

export const conversationPartition = (connectionId: string) => `CONVERSATION#${connectionId}`;

export const inConversation = (connectionId: string, sk: string): Key => ({
  pk: conversationPartition(connectionId),
  sk,
});

export const sessionKey = (connectionId: string): Key => inConversation(connectionId, 'SESSION');

/** The key of what says which conversation a later connection of its call took over. */
export const takeoverKey = (connectionId: string): Key => inConversation(connectionId, 'TAKEOVER');

export const handshakeKey = (connectionId: string): Key => inConversation(connectionId, 'HANDSHAKE');

export const speculationKey = (connectionId: string): Key => inConversation(connectionId, 'SPECULATION');

export const turnKey = (connectionId: string, turn: number): Key =>
  inConversation(connectionId, `TURN#${String(turn).padStart(6, '0')}`);

/** The key of a part of the history that a conversation resumes, counted from 0. */
export const historyKey = (connectionId: string, part: number): Key =>
  inConversation(connectionId, `HISTORY#${String(part).padStart(6, '0')}`);
