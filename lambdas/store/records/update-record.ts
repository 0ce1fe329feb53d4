import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { additionsOf, WritesRefused } from '../lists/changes.ts';
import { type FieldUpdate, fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { type WriteItem, writeIf } from '../table/write-if.ts';
import type { ConfigurationKind, ConfigurationRecords, NewRecord, RecordKey } from './kinds.ts';
import { creationOf, FoundRecords, getRecord } from './records.ts';
import { countChange, writeCounted } from './reference-counts.ts';
import { referencesAsRead, refersBy, targetsOf, targetsWithout } from './reference-fields.ts';

/** A change of some fields of a record, with new related records. */
interface RecordUpdate<K extends ConfigurationKind> extends RecordKey {
  readonly kind: K;
  readonly changes: Readonly<Record<string, unknown>>;
  /** @default none */
  readonly newRecords?: readonly NewRecord[];
}

/** The final result of an attempt; the record is undefined if the user has none. */
interface Outcome<K extends ConfigurationKind> {
  readonly record: ConfigurationRecords[K] | undefined;
}

/**
 * Changes the given fields of a record only, so that concurrent updates do not overwrite each other. Returns the
 * updated record, or undefined if the user has none. The values must match the record's schema. New records are stored
 * in the same transaction and targets count their references. Throws MissingTargets if a target does not exist.
 */
export async function updateRecord<K extends ConfigurationKind>(
  table: Table,
  userId: string,
  update: RecordUpdate<K>,
): Promise<ConfigurationRecords[K] | undefined> {
  const { kind, changes, newRecords = [] } = update;
  const attempt =
    refersBy(kind, changes) || newRecords.length > 0
      ? () => changeReferences(table, userId, update)
      : () => changeFields(table, userId, { ...update, state: EXISTS, otherwise: { record: undefined } });
  return (await attemptUntil(attempt)).record;
}

/** The condition that the record exists. */
const EXISTS = { condition: 'attribute_exists(pk)' };

/** One attempt at a record with references. Returns undefined if its references changed since it was read. */
async function changeReferences<K extends ConfigurationKind>(
  table: Table,
  userId: string,
  update: RecordUpdate<K>,
): Promise<Outcome<K> | undefined> {
  const { kind, id, changes, newRecords = [] } = update;
  const record = await getRecord(table, userId, kind, id);
  if (!record) return { record };
  const state = referencesAsRead(kind, record);
  const before = targetsOf(kind, record);
  const after = targetsOf(kind, { ...record, ...changes });
  const added = targetsWithout(after, before).map((target) => ({ userId, target }));
  const removed = targetsWithout(before, after).map((target) => ({ userId, target }));
  if (newRecords.length + added.length + removed.length === 0) {
    return changeFields(table, userId, { ...update, state });
  }
  const Key = recordKey(userId, kind, id);
  const own = { Update: { TableName: table.name, Key, ...fieldUpdate({ set: changes, ...state }) } };
  const { puts, counts } = creationOf(table, newRecords, added);
  const names = newRecords.map(({ kind, record }) => ({ kind, userId, id: record.id }));
  const written = await unlessRefused(
    own,
    writeCounted(table, {
      writes: [own, ...puts],
      counts: [...counts, ...removed.map((reference) => countChange(table, reference, -1))],
      additions: additionsOf(names),
    }),
  );
  return written ? { record: await getRecord(table, userId, kind, id) } : undefined;
}

/** Returns false if this write was refused. */
async function unlessRefused(write: WriteItem, done: Promise<void>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (error instanceof WritesRefused && error.writes.includes(write)) return false;
    throw error;
  }
}

/** One attempt in a single write. Returns undefined if another write was in progress. */
async function changeFields<K extends ConfigurationKind>(
  table: Table,
  userId: string,
  {
    kind,
    id,
    changes,
    state,
    otherwise,
  }: RecordUpdate<K> & {
    readonly state: Pick<FieldUpdate, 'condition' | 'names' | 'values'>;
    /** What a record is to be taken for that is not in that state. @default another attempt */
    readonly otherwise?: Outcome<K>;
  },
): Promise<Outcome<K> | undefined> {
  const written = await writeIf(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recordKey(userId, kind, id),
        ...fieldUpdate({ set: changes, ...state }),
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  if (written.outcome === 'busy') return undefined;
  if (written.outcome === 'refused') return otherwise;
  const { Attributes } = written.output;
  return { record: new FoundRecords(Attributes ? [Attributes] : []).get(kind, id) };
}
