import { judgesAnswerKey, testCaseKey, testRunKey } from '../../lambdas/agent-tests/store/keys.ts';
import { snapshotKey, testMarkKey } from '../../lambdas/agents/store/keys.ts';
import { auditKey } from '../../lambdas/audit/store/keys.ts';
import { accountDialRateKey } from '../../lambdas/calls/store/keys.ts';
import { progressKey } from '../../lambdas/campaigns/store/keys.ts';
import { conversationPartition } from '../../lambdas/conversation/store/keys.ts';
import { type Key, rateLimitKey } from '../../lambdas/platform/table/keys.ts';
import { rehearsalConnection } from '../../lambdas/rehearsals/store/keys.ts';
import { dayUseKey } from '../../lambdas/usage/store/keys.ts';

/** The ids that identify a user's items outside the user's partition. */
export interface UserTraces {
  readonly userId: string;
  readonly callIds: ReadonlySet<string>;
  readonly connectionIds: ReadonlySet<string>;
  /** Ids of the WebSocket connections of calls. */
  readonly conversationIds: ReadonlySet<string>;
}

/** The prefix up to and including the first separator. */
const prefixOf = ({ pk }: Pick<Key, 'pk'>) => pk.slice(0, pk.indexOf('#') + 1);

/** Partitions with the user's id after this prefix. */
const BY_USER = new Set(
  [
    auditKey('', ''),
    snapshotKey('', ''),
    dayUseKey('', ''),
    rateLimitKey('', 'requests'),
    testRunKey('', ''),
    testCaseKey({ userId: '', runId: '', number: 0 }),
    testMarkKey({ userId: '', agentId: '' }, 0, ''),
    judgesAnswerKey('', ''),
    progressKey({ userId: '', campaignId: '' }),
  ].map(prefixOf),
);

/** Partitions with the id of one of a user's records after this prefix. */
const BY_RECORD: ReadonlyMap<string, keyof Omit<UserTraces, 'userId'>> = new Map([
  [prefixOf(accountDialRateKey('')), 'connectionIds'],
  [prefixOf({ pk: conversationPartition('') }), 'conversationIds'],
]);

/** Whether an item's own attributes show that it belongs to another user. */
export function isOthers(item: Key & { readonly user_id?: string | undefined }, traces: UserTraces): boolean {
  const { userId } = traces;
  if (item.user_id !== undefined) return item.user_id !== userId;
  const prefix = prefixOf(item);
  const [id = ''] = item.pk.slice(prefix.length).split('#');
  if (BY_USER.has(prefix)) return id !== userId;
  // The session, which has the user's id, may already be deleted.
  if (item.pk.startsWith(conversationPartition(rehearsalConnection(userId, '')))) return false;
  const ids = BY_RECORD.get(prefix);
  return ids === undefined || !traces[ids].has(item.pk.slice(prefix.length));
}
