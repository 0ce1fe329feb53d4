import { inUser, type Key, kindPrefix } from '../platform/table/keys.ts';
import type { Kind } from './model/kind.ts';

/** The part of a record's kind that its list needs. */
export type ListedKind = Pick<Kind, 'name' | 'quota' | 'hasListItems'>;

export interface ListKey {
  readonly userId: string;
  readonly kind: ListedKind;
}

export const listCountKey = ({ userId, kind }: ListKey): Key =>
  inUser(userId, `LIST_COUNT#${kindPrefix(kind.name)}`);

/** The key of the small item of a record in its list. Returns undefined if the list has no such items. */
export const listItemKey = ({ userId, kind }: ListKey, id: string): Key | undefined =>
  kind.hasListItems ? inUser(userId, `LIST#${kindPrefix(kind.name)}${id}`) : undefined;

export const idempotencyKey = ({ userId, key }: { readonly userId: string; readonly key: string }): Key =>
  inUser(userId, `IDEMPOTENCY#${key}`);

/** The key of the note about a deleted record, by the record's key and the id of the deletion's stamp. */
export const deletionNoteKey = ({ pk, sk }: Key, stampId: string): Key => ({
  pk,
  sk: `DELETED#${sk}#${stampId}`,
});
