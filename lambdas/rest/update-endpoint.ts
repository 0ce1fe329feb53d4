import { invalidInput, notFound } from '../domain/errors.ts';
import { changesOf, patchOf, type Shape } from '../domain/records/patch.ts';
import type { ConfigurationKind, ConfigurationRecords, NewRecord } from '../store/records/kinds.ts';
import { getRecord } from '../store/records/records.ts';
import { updateRecord } from '../store/records/update-record.ts';
import type { Table } from '../store/table/table.ts';
import { faultsOf } from './faults.ts';
import { parseInput } from './parse-input.ts';

/** An update of one record of a user. */
export interface UpdateRequest {
  readonly userId: string;
  readonly id: string;
  /** The body as it was sent. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Records that are stored with the update, all or nothing. @default none */
  readonly newRecords?: readonly NewRecord[];
}

/** Updates a record of a kind with one shape. */
export async function update<K extends ConfigurationKind>(table: Table, kind: K, request: UpdateRequest) {
  const changes = changesOf(request.body);
  const { userId, id, newRecords = [] } = request;
  const updated =
    Object.keys(changes).length === 0
      ? await getRecord(table, userId, kind, id)
      : await updateRecord(table, userId, { kind, id, changes, newRecords });
  if (!updated) throw notFound(kind.replaceAll('_', ' '));
  return updated;
}

/** Kinds of record whose fields depend on their `type`. */
type TypedKind = 'voice' | 'action' | 'account_connection';

/** Updates a record whose fields depend on its type, which cannot change. */
export async function updateTyped<K extends TypedKind>(
  table: Table,
  {
    kind,
    shapes,
    keep = (_, changes) => ({ ...changes }),
    check,
    ...request
  }: UpdateRequest & {
    readonly kind: K;
    /** The fields that an update may change, by type. */
    readonly shapes: Readonly<Record<string, () => Shape>>;
    /** Adds to the changes what they would lose of the record. @default nothing */
    readonly keep?: (
      record: ConfigurationRecords[K],
      changes: Readonly<Record<string, unknown>>,
    ) => Record<string, unknown>;
    /** Throws where the changes, which fit the record's type, must not be stored. @default nothing */
    readonly check?: (
      record: ConfigurationRecords[K],
      changes: Readonly<Record<string, unknown>>,
    ) => Promise<void>;
  },
) {
  const { userId, id, body } = request;
  const record = await getRecord(table, userId, kind, id);
  if (!record) throw notFound(kind.replaceAll('_', ' '));
  if (body.type !== undefined && body.type !== record.type) {
    const msg = `The type is ${record.type} and cannot be changed.`;
    throw invalidInput([{ loc: ['body', 'type'], msg, type: 'immutable' }]);
  }
  const patch = parseInput(patchOf(shapes[record.type] ?? (() => ({}))), body);
  if (!patch.success) throw invalidInput(faultsOf('body', patch.error));
  await check?.(record, patch.data);
  return update(table, kind, { userId, id, body: keep(record, patch.data) });
}
