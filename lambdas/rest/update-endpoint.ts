import * as z from 'zod/mini';
import { changesOf } from '../domain/records/patch.ts';
import type { ConfigurationKind, ConfigurationRecords, NewRecord } from '../store/records/kinds.ts';
import { getRecord } from '../store/records/records.ts';
import { updateRecord } from '../store/records/update-record.ts';
import type { Table } from '../store/table/table.ts';
import { defineEndpoint, type EndpointContract, type EndpointDependencies, type Schema } from './endpoint.ts';
import { type Fault, invalidInput, notFound } from './errors.ts';
import { faultsOf, parseInput } from './faults.ts';
import { idQuery } from './query/id-query.ts';

export interface UpdateRequest {
  readonly userId: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Records that are stored with the update, all or nothing. @default none */
  readonly newRecords?: readonly NewRecord[];
}

export async function update<K extends ConfigurationKind>(table: Table, kind: K, request: UpdateRequest) {
  const changes = changesOf(request.body);
  const { userId, id, newRecords = [] } = request;
  const updated = await updateRecord(table, userId, { kind, id, changes, newRecords });
  if (!updated) throw notFound(kind.replaceAll('_', ' '));
  return updated;
}

/** Kinds of record whose fields depend on their `type`. */
type TypedKind = 'voice' | 'action' | 'account_connection';

/** The differences between updates of records whose fields depend on their type. */
interface TypedUpdate<K extends TypedKind>
  extends Omit<
    EndpointContract<Schema, z.ZodMiniType<Record<string, unknown>>, z.ZodMiniType<ConfigurationRecords[K]>>,
    'method' | 'query' | 'selectBody'
  > {
  readonly kind: K;
  readonly body: z.ZodMiniType<Record<string, unknown>>;
  readonly patches: Readonly<Record<ConfigurationRecords[K]['type'], z.ZodMiniType<Record<string, unknown>>>>;
  /** Throws where the changes, which fit the record's type, must not be stored. @default nothing */
  check?(
    record: ConfigurationRecords[K],
    changes: Readonly<Record<string, unknown>>,
    dependencies: EndpointDependencies,
  ): Promise<void>;
}

/** Declares the endpoint that updates a record whose fields depend on its type, which cannot change. */
export const defineTypedUpdate = <K extends TypedKind>({ kind, patches, check, ...rest }: TypedUpdate<K>) =>
  defineEndpoint({
    ...rest,
    method: 'POST',
    query: idQuery,
    selectBody: () => z.record(z.string(), z.unknown()),
    async run({ userId, query: { id }, body }, dependencies) {
      const { table } = dependencies;
      const record = await getRecord(table, userId, kind, id);
      if (!record) throw notFound(kind.replaceAll('_', ' '));
      if ((body.type ?? record.type) !== record.type)
        throw invalidInput([faultOfType(record.type, ['body'])]);
      const type: ConfigurationRecords[K]['type'] = record.type;
      const patch = parseInput(patches[type], body);
      if (!patch.success) throw invalidInput(faultsOf('body', patch.error));
      await check?.(record, patch.data, dependencies);
      return update(table, kind, { userId, id, body: patch.data });
    },
  });

/** The fault of another `type` than that of the record, which is at `loc` in the request. */
export function faultOfType(type: string, loc: readonly string[]): Fault {
  const msg = `The type is ${type} and cannot be changed; create another record.`;
  return { loc: [...loc, 'type'], msg, type: 'immutable' };
}
