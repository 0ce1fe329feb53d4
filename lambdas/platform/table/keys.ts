export type Key = { readonly pk: string; readonly sk: string };

/** The partition of a user's records. The user is in the key, so no key can refer to another user's record. */
export const userPartition = (userId: string) => `USER#${userId}`;

export const inUser = (userId: string, sk: string): Key => ({ pk: userPartition(userId), sk });

/** The beginning of the sort keys of a kind's records. */
export const kindPrefix = (kind: string) => `${kind.toUpperCase()}#`;

export const recordKey = (userId: string, kind: string, id: string): Key =>
  inUser(userId, `${kindPrefix(kind)}${id}`);

/** The key of the block on a user whose data are erased. It is outside of what is erased. */
export const erasureKey = (userId: string): Key => ({ pk: `ERASURE#${userId}`, sk: 'BLOCK' });

/** The prefix of the partitions of rate limits, apart from records, so that a flood does not throttle a user's data. */
export const RATE_LIMIT_PREFIX = 'RATE_LIMIT#';

/** Its sort key begins as no audited record's does, or each request would invoke the recorder of changes. */
export const rateLimitKey = (userId: string, use: string): Key => ({
  pk: `${RATE_LIMIT_PREFIX}${userId}`,
  sk: `OF_${use}`,
});
