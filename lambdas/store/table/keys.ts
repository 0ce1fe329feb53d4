/** A primary key of the table. */
export type Key = { readonly pk: string; readonly sk: string };

/** The kinds of record that a user owns, with the prefix of their sort keys. */
const PREFIXES = {
  account_connection: 'ACCOUNT_CONNECTION#',
  action: 'ACTION#',
  agent: 'AGENT#',
  call: 'CALL#',
  delivery: 'DELIVERY#',
  delivery_request: 'DELIVERY_REQUEST#',
  number: 'NUMBER#',
  prompt: 'PROMPT#',
  prompt_template: 'PROMPT_TEMPLATE#',
  purchase: 'PURCHASE#',
  token: 'TOKEN#',
  vector_database: 'VECTOR_DATABASE#',
  voice: 'VOICE#',
  webhook: 'WEBHOOK#',
} as const;
export type RecordKind = keyof typeof PREFIXES;

/** Where a user's records are: the tenant is in the key, so that nobody else's record can be named. */
export const userPartition = (userId: string) => `USER#${userId}`;

/** What the sort keys of one kind begin with. */
export const kindPrefix = (kind: RecordKind) => PREFIXES[kind];

/** A user's record. */
export const recordKey = (userId: string, kind: RecordKind, id: string): Key => ({
  pk: userPartition(userId),
  sk: `${PREFIXES[kind]}${id}`,
});

/** An access token, by the SHA-256 (hex) of its text. */
export const tokenKey = (hash: string): Key => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' });

/** Which of a user's numbers a telephone number is, by the number. */
export const phoneKey = (userId: string, phoneNumber: string): Key => ({
  pk: userPartition(userId),
  sk: `PHONE#${phoneNumber}`,
});

/** That a telephone number is not to be called for a user. */
export const doNotCallKey = (userId: string, phoneNumber: string): Key => ({
  pk: userPartition(userId),
  sk: `DO_NOT_CALL#${phoneNumber}`,
});

/** Whose a telephone number is now: calls to it are theirs. */
export const holderKey = (phoneNumber: string): Key => ({ pk: `PHONE#${phoneNumber}`, sk: 'HOLDER' });

/** Which of a user's calls came in under an id of the vendor's. */
export const vendorCallKey = (userId: string, sid: string): Key => ({
  pk: userPartition(userId),
  sk: `VENDOR_CALL#${sid}`,
});

/** What is counted of a user: open and scheduled calls, stored bytes, and places of numbers. */
export const openCallsKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'OPEN_CALLS' });

/** What a user has used in a day (`2026-01-01`, UTC) at the platform's expense. */
export const dayUseKey = (userId: string, day: string): Key => ({
  pk: `USAGE#${userId}#${day}`,
  sk: DAY_USE,
});

/** The sort key of these. */
export const DAY_USE = 'DAY_USE';

/** Seconds of a user's calls that began in a month (`2026-01`, UTC) and are over. */
export const monthUseKey = (userId: string, month: string): Key => ({
  pk: `USAGE#${userId}#${month}`,
  sk: 'MONTH_USE',
});

/** The user whose an item is that counts something, by its partition. */
export const ownerOfCounts = (pk: string): string | undefined => pk.split('#')[1];

/** Says that a webhook may be one that hears of all calls of its user. */
export const allCallsKey = (userId: string, webhookId: string): Key => ({
  pk: userPartition(userId),
  sk: `${ALL_CALLS_PREFIX}${webhookId}`,
});

/** What the sort keys of these begin with. */
export const ALL_CALLS_PREFIX = 'ALL_CALLS#';

/** How the endpoint of a webhook is that is not well. */
export const endpointHealthKey = (userId: string, webhookId: string): Key => ({
  pk: userPartition(userId),
  sk: `ENDPOINT#${webhookId}`,
});

/** One of the requests that such an endpoint may be sent at a time. */
export const endpointPermitKey = (userId: string, webhookId: string, place: number): Key => ({
  pk: userPartition(userId),
  sk: `ENDPOINT#${webhookId}#${place}`,
});

/** Which deliveries are being made for a user now; a partition of its own, as each delivery writes to it twice. */
export const deliveryPermitsKey = (userId: string): Key => ({ pk: `DELIVERING#${userId}`, sk: 'PERMITS' });

/** Which of a user's webhooks are being replayed now. */
export const replayLeasesKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'REPLAYS' });

/** How many requests of one kind a user has made in this minute. */
export const requestBudgetKey = (userId: string, kind: string): Key => ({
  pk: userPartition(userId),
  sk: `REQUEST_BUDGET#${kind}`,
});

/** How many checks of credentials a user may still have that fail. */
export const credentialChecksKey = (userId: string): Key => requestBudgetKey(userId, 'failed_checks');

/** What the partitions of budgets begin with: apart from those of records, so that a flood does not slow a user's data. */
export const BUDGET_PREFIX = 'BUDGET#';

/** How much of a user's budget of requests is spent, or of that of one of their tokens. */
export const budgetKey = (userId: string, tokenId?: string): Key => ({
  pk: `${BUDGET_PREFIX}${userId}`,
  sk: tokenId === undefined ? 'USER' : `TOKEN#${tokenId}`,
});

/** When a telephony account may next dial, by its connection; null for the platform's account. */
export const dialSlotsKey = (connection: string | null): Key => ({
  pk: `TELEPHONY_ACCOUNT#${connection ?? 'PLATFORM'}`,
  sk: 'DIAL_SLOTS',
});

/** What is known of a request that is to be done once, by the key that its user gave it. */
export const idempotencyKey = ({ userId, key }: { readonly userId: string; readonly key: string }): Key => ({
  pk: userPartition(userId),
  sk: `IDEMPOTENCY#${key}`,
});

/** The state of a conversation, by its WebSocket connection. */
export const sessionKey = (connectionId: string): Key => ({
  pk: conversationPartition(connectionId),
  sk: 'SESSION',
});

/** What the handshake of a WebSocket connection was signed with, until the conversation begins. */
export const handshakeKey = (connectionId: string): Key => ({
  pk: conversationPartition(connectionId),
  sk: 'HANDSHAKE',
});

/** One turn of a conversation; turns sort in the order in which they were held. */
export const turnKey = (connectionId: string, turn: number): Key => ({
  pk: conversationPartition(connectionId),
  sk: `TURN#${String(turn).padStart(6, '0')}`,
});

/** Turns that a conversation goes on with: a part of them, counted from 0. */
export const historyKey = (connectionId: string, part: number): Key => ({
  pk: conversationPartition(connectionId),
  sk: `HISTORY#${String(part).padStart(6, '0')}`,
});

/** Everything of one conversation. */
export const conversationPartition = (connectionId: string) => `CONVERSATION#${connectionId}`;

/** The index of the calls, purchases and numbers that are not settled yet, by when they are to be. */
export const OPEN_CALLS_INDEX = 'open-calls';

/** The one partition of that index. */
export const OPEN_CALLS = 'OPEN';

/** The index of a user's calls in the order of their ids, with what lists are narrowed to and use is counted by. */
export const CALLS_INDEX = 'calls';

/** The sort key of that index: the call's id, in an attribute that only calls have. */
export const CALL_ORDER = 'call_order';

/** What the index holds of a call besides its keys. */
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

/** A call's place in that index. */
export const callOrderKey = (userId: string, id: string) => ({
  ...recordKey(userId, 'call', id),
  [CALL_ORDER]: id,
});

/** Names one list: a user's records of one kind. */
export interface ListKey {
  readonly userId: string;
  readonly kind: RecordKind;
}

/** What is known of a list as a whole: see lists/head.ts. */
export const listHeadKey = ({ userId, kind }: ListKey): Key => ({
  pk: userPartition(userId),
  sk: `LIST#${kindPrefix(kind)}HEAD`,
});

/** One block of a list's ids, by the id that it began with; blocks sort in the order of their ids. */
export const listBlockKey = ({ userId, kind }: ListKey, first: string): Key => ({
  pk: userPartition(userId),
  sk: `LIST#${kindPrefix(kind)}${first}`,
});

/** What the sort keys of the calls begin with that wait to be dialled. */
export const WAITING_PREFIX = 'WAITING#';

/** Everything of the dial queue of a telephony account, by its connection; null for the platform's account. */
export const dialQueuePartition = (connection: string | null) => `DIAL_QUEUE#${connection ?? 'PLATFORM'}`;

/** A call that waits in such a queue. The lowest tag (up to 12 digits) sorts first, and of equal ones the call that was created first. */
export const waitingCallKey = (
  connection: string | null,
  { tag, callId }: { readonly tag: number; readonly callId: string },
): Key => ({
  pk: dialQueuePartition(connection),
  sk: `${WAITING_PREFIX}${String(tag).padStart(12, '0')}#${callId}`,
});

/** The tag that a user's latest call in such a queue was given. */
export const lastTagKey = (connection: string | null, userId: string): Key => ({
  pk: dialQueuePartition(connection),
  sk: `LAST_TAG#${userId}`,
});

/** How far such a queue has come: the highest tag that was dialled. */
export const virtualTimeKey = (connection: string | null): Key => ({
  pk: dialQueuePartition(connection),
  sk: 'VIRTUAL_TIME',
});

/** The dial slot that the message of a call holds, by the call: it outlives the call. */
export const dialTicketKey = (callId: string): Key => ({ pk: `DIAL_TICKET#${callId}`, sk: 'TICKET' });
