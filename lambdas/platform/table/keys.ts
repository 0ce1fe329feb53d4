export type Key = { readonly pk: string; readonly sk: string };

/** The partition of a user's records. The user is in the key, so no key can refer to another user's record. */
export const userPartition = (userId: string) => `USER#${userId}`;

export const inUser = (userId: string, sk: string): Key => ({ pk: userPartition(userId), sk });

/** The beginning of the sort keys of a kind's records. */
export const kindPrefix = (kind: string) => `${kind.toUpperCase()}#`;

export const recordKey = (userId: string, kind: string, id: string): Key =>
  inUser(userId, `${kindPrefix(kind)}${id}`);

export const tokenKey = (hash: string): Key => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' });

/** The key of the block on a user whose data are erased. It is outside of what is erased. */
export const erasureKey = (userId: string): Key => ({ pk: `ERASURE#${userId}`, sk: 'BLOCK' });

export const phoneKey = (userId: string, phoneNumber: string): Key => inUser(userId, `PHONE#${phoneNumber}`);

/** In a partition of its own: it is the largest item of a call, and a user's partition takes 1 MB a second. */
export const snapshotKey = (userId: string, id: string): Key => ({
  pk: snapshotPartition(userId, id),
  sk: 'SNAPSHOT',
});

export const snapshotUseKey = (userId: string, id: string): Key => ({
  pk: snapshotPartition(userId, id),
  sk: 'CALLS',
});

const snapshotPartition = (userId: string, id: string) => `SNAPSHOT#${userId}#${id}`;

export const doNotCallKey = (userId: string, phoneNumber: string): Key =>
  recordKey(userId, 'do_not_call', phoneNumber);

/** The key of a former do-not-call entry, by the id of its removal; those of a number sort by the time of their removal. */
export const doNotCallPastKey = (userId: string, phoneNumber: string, removalId: string): Key =>
  inUser(userId, `DO_NOT_CALL_PAST#${phoneNumber}#${removalId}`);

export const holderKey = (phoneNumber: string): Key => ({ pk: `PHONE#${phoneNumber}`, sk: 'HOLDER' });

export const vendorCallKey = (userId: string, sid: string): Key => inUser(userId, `VENDOR_CALL#${sid}`);

export const openCallsKey = (userId: string): Key => inUser(userId, 'OPEN_CALLS');

/** The key of a user's counters of calls: open and scheduled ones, stored bytes, and seconds of those that ended. */
export const countsKey = (userId: string): Key => inUser(userId, 'CALL_COUNTS');

/** The key of a user's use of the daily quotas but minutes, by day (`2026-01-01`, UTC). */
export const dayUseKey = (userId: string, day: string): Key => ({
  pk: `${DAY_USE_PREFIX}${userId}#${day}`,
  sk: DAY_USE,
});

export const DAY_USE_PREFIX = 'USAGE#';

export const DAY_USE = 'DAY_USE';

/** The user of such an item, from its partition. */
export const ownerOfCounts = (pk: string): string | undefined => pk.split('#')[1];

export const circuitBreakerKey = (userId: string, webhookId: string): Key =>
  inUser(userId, `ENDPOINT#${webhookId}`);

export const replayLeasesKey = (userId: string): Key => inUser(userId, 'REPLAYS');

/** The prefix of the partitions of rate limits, apart from records, so that a flood does not throttle a user's data. */
export const RATE_LIMIT_PREFIX = 'RATE_LIMIT#';

/** Its sort key begins as no audited record's does, or each request would invoke the recorder of changes. */
export const rateLimitKey = (userId: string, use: string): Key => ({
  pk: `${RATE_LIMIT_PREFIX}${userId}`,
  sk: `OF_${use}`,
});

/** The key of the rate limit of searches for numbers on the platform's telephony account. */
export const platformNumberSearchesKey: Key = {
  pk: `${RATE_LIMIT_PREFIX}PLATFORM`,
  sk: 'SEARCHES_FOR_NUMBERS',
};

/** The key of the rate limit of frames that wait for the setup of their connection, for all connections. */
export const waitsForSetupKey: Key = { pk: `${RATE_LIMIT_PREFIX}RELAY`, sk: 'WAITS_FOR_SETUP' };

/** The key of the rate limit of dialing through an account, by its connection; null for the platform's account. */
export const accountDialRateKey = (connection: string | null): Key => ({
  pk: `TELEPHONY_ACCOUNT#${connection ?? 'PLATFORM'}`,
  sk: 'DIAL_RATE',
});

export const conversationPartition = (connectionId: string) => `CONVERSATION#${connectionId}`;

const inConversation = (connectionId: string, sk: string): Key => ({
  pk: conversationPartition(connectionId),
  sk,
});

export const sessionKey = (connectionId: string): Key => inConversation(connectionId, 'SESSION');

export const formerAuthTokenKey = (userId: string, connectionId: string): Key =>
  inUser(userId, `FORMER_AUTH_TOKEN#${connectionId}`);

export const handshakeKey = (connectionId: string): Key => inConversation(connectionId, 'HANDSHAKE');

export const speculationKey = (connectionId: string): Key => inConversation(connectionId, 'SPECULATION');

export const turnKey = (connectionId: string, turn: number): Key =>
  inConversation(connectionId, `TURN#${String(turn).padStart(6, '0')}`);

/** The key of a part of the history that a conversation resumes, counted from 0. */
export const historyKey = (connectionId: string, part: number): Key =>
  inConversation(connectionId, `HISTORY#${String(part).padStart(6, '0')}`);

/** The key of what is noted at a line of a rehearsal's caller, by the number of its turn. */
export const rehearsalNoteKey = (connectionId: string, turn: number): Key =>
  inConversation(connectionId, `${REHEARSAL_NOTE_PREFIX}${String(turn).padStart(6, '0')}`);

export const REHEARSAL_NOTE_PREFIX = 'NOTE#';

/** Stands for a rehearsal's WebSocket. API Gateway makes no id with a `#`, so no frame can name it. */
export const rehearsalConnection = (userId: string, id: string): string => `REHEARSAL#${userId}#${id}`;

export const rehearsalsKey = (userId: string): Key => inUser(userId, 'REHEARSALS');

export const actionTestsKey = (userId: string): Key => inUser(userId, 'TESTS_OF_ACTIONS');

/** The key of a user's leases for turns of rehearsals that are under way. */
export const rehearsalTurnsKey = (userId: string): Key => inUser(userId, 'REHEARSAL_TURNS');

/** The prefix of the partitions of runs of tests, and of what they leave: workers of tests write nothing else of a user. */
export const TEST_PREFIX = 'TEST_';

/** The key of a run of tests. Runs are apart from records, because cases change them all the time. */
export const testRunKey = (userId: string, runId: string): Key => ({
  pk: `${TEST_PREFIX}RUNS#${userId}`,
  sk: `RUN#${runId}`,
});

/** The key of the slots in which a user's cases run. */
export const caseSlotsKey = (userId: string): Key => ({ pk: `${TEST_PREFIX}RUNS#${userId}`, sk: 'SLOTS' });

export interface TestCaseKey {
  readonly userId: string;
  readonly runId: string;
  readonly number: number;
}

const inTestRun = ({ userId, runId, number }: TestCaseKey, part: 'CASE' | 'INPUT' | 'RESULT'): Key => ({
  pk: `${TEST_PREFIX}RUN#${userId}#${runId}`,
  sk: `${part}#${String(number).padStart(6, '0')}`,
});

export const testCaseKey = (key: TestCaseKey): Key => inTestRun(key, 'CASE');

/** The key of what cases of a run play, by its number in the run. */
export const testInputKey = (key: TestCaseKey): Key => inTestRun(key, 'INPUT');

export const testResultKey = (key: TestCaseKey): Key => inTestRun(key, 'RESULT');

/** The key of what a test last came to with a version of an agent. */
export const testMarkKey = (
  { userId, agentId }: { readonly userId: string; readonly agentId: string },
  version: number,
  testId: string,
): Key => ({ pk: `${TEST_PREFIX}MARKS#${userId}#${agentId}`, sk: `VERSION#${version}#${testId}` });

/** The key of a model's answer about a test's conversation, by the hash of all that the model was asked. */
export const judgesAnswerKey = (userId: string, hash: string): Key => ({
  pk: `${TEST_PREFIX}ANSWERS#${userId}`,
  sk: `ANSWER#${hash}`,
});

export const OPEN_CALLS_INDEX = 'open-calls';

/** One partition accepts 1,000 write units a second; a call makes two writes, and two at each reconciliation. */
export const OPEN_SHARDS: readonly string[] = Array.from({ length: 16 }, (_, shard) => shardAt(shard));

/** The partition of a record in that index, by the last hexadecimal digit of its id, which is random. */
export const openShard = (id: string): string => shardAt(Number.parseInt(id.slice(-1), 16) || 0);

function shardAt(shard: number): string {
  return shard === 0 ? 'OPEN' : `OPEN#${shard}`;
}

export const CALLS_INDEX = 'calls';

/** The sort key of that index: the call's id, in an attribute that only calls have. */
export const CALL_ORDER = 'call_order';

export const INDEXED_OF_CALL = [
  'status',
  'agent_id',
  'from_number',
  'to_number',
  'direction',
  'created_at',
  'start_time',
  'end_time',
] as const;

export const callOrderKey = (userId: string, id: string) => ({
  ...recordKey(userId, 'call', id),
  [CALL_ORDER]: id,
});

/** The key of an entry of a user's audit log. Its partitions are apart from records; see architecture.md. */
export const auditKey = (userId: string, id: string): Key => ({ pk: `AUDIT#${userId}`, sk: `ENTRY#${id}` });

export const recordAuditKey = (userId: string, recordId: string, id: string): Key => ({
  pk: `AUDIT#${userId}#${recordId}`,
  sk: `ENTRY#${id}`,
});
