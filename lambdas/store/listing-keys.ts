import { type Key, kindPrefix, type RecordKind, userPartition } from './keys.ts';

/** Names one list: a user's records of one kind. */
export interface ListName {
  readonly userId: string;
  readonly kind: RecordKind;
}

/** What is known of a list as a whole: see listing-head.ts. */
export const listHeadKey = ({ userId, kind }: ListName): Key => ({
  pk: userPartition(userId),
  sk: `LIST#${kindPrefix(kind)}HEAD`,
});

/** One block of a list's ids, by the id that it began with; blocks sort in the order of their ids. */
export const listBlockKey = ({ userId, kind }: ListName, first: string): Key => ({
  pk: userPartition(userId),
  sk: `LIST#${kindPrefix(kind)}${first}`,
});
