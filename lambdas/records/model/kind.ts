import type * as z from 'zod/mini';

export interface OwnedRecord {
  readonly id: string;
  readonly user_id: string;
}

/** A kind of record. Its noun declares it beside the schema; docs/architecture.md says what else a new kind needs. */
export interface Kind<R extends OwnedRecord = OwnedRecord> {
  /** In keys, paths and messages: singular, with underscores. */
  readonly name: string;
  readonly schema: z.ZodMiniType<R>;
  /** Fields that refer to records of these kinds. The targets count the references, and cannot be deleted. @default none */
  readonly references?: Readonly<Record<string, Kind>>;
  /** Further fields on which an update depends: if they changed since they were read, it is planned again. @default none */
  readAlso?(record: object): object;
  /** The quota of its records. @default none */
  readonly quota?: string;
  /** Whether its revision is that of the records to which it refers, too: they are shown and changed with it. @default false */
  readonly showsReferences?: boolean;
  /** Fields that are objects, in which an update changes only the fields that it names. @default none */
  readonly changedWithin?: readonly string[];
  /** `uncounted`: counted elsewhere; `none`: they are in no list. @default a list that counts them */
  readonly list?: 'uncounted' | 'none';
  /** Its records may be large, so that a page skips small items of the list instead of the records. @default false */
  readonly hasListItems?: boolean;
  /** Fields of such an item besides its key. @default nothing */
  listed?(record: R): object;
}

export interface RecordKey {
  readonly kind: Kind;
  readonly id: string;
}

export interface NewRecord {
  readonly kind: Kind;
  readonly record: OwnedRecord & Readonly<Record<string, unknown>>;
}
