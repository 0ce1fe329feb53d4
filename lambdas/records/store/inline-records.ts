import type { Source } from '../../platform/ids.ts';
import type { Kind, NewRecord, OwnedRecord } from '../model/kind.ts';
import type { FoundRecords } from './records.ts';

export interface CreateContext extends Pick<Source, 'newId' | 'randomBytes'> {
  readonly userId: string;
  readonly references: FoundRecords;
}

/** Collects the new records of a request. */
export class InlineRecords {
  readonly made: NewRecord[] = [];
  readonly #createContext: CreateContext;

  constructor(createContext: CreateContext) {
    this.#createContext = createContext;
  }

  get randomBytes(): Source['randomBytes'] {
    return this.#createContext.randomBytes;
  }

  /** The existing record, or one that was added. */
  require<R extends OwnedRecord>(kind: Kind<R>, id: string): R {
    return this.#createContext.references.with(this.made).require(kind, id);
  }

  /** Adds a record, unless an id is given. Returns the id. */
  add<R extends OwnedRecord>(kind: Kind<R>, idOrFields: string | FieldsOf<R>): string {
    if (typeof idOrFields === 'string') return idOrFields;
    const { newId, userId } = this.#createContext;
    const record = { ...idOrFields, id: newId(), user_id: userId };
    if (!kind.schema.safeParse(record).success)
      throw new Error(`The new ${kind.name} does not match its schema.`);
    this.made.push({ kind, record });
    return record.id;
  }
}

/** The fields of a new record: its id and user are ours. */
type FieldsOf<R> = R extends unknown
  ? Omit<R, 'id' | 'user_id'> & { readonly id?: unknown; readonly user_id?: unknown }
  : never;
