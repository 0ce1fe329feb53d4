import * as z from 'zod/mini';
import type { TableAction } from '../platform/grants.ts';
import { changesOf } from '../platform/patch.ts';
import { deletion } from '../platform/reference.ts';
import type { Table } from '../platform/table/table.ts';
import type { WriteItem } from '../platform/table/write-if.ts';
import type {
  ConfigurationKind,
  ConfigurationRecords,
  NewRecord,
  RecordKey,
} from '../records/model/kinds.ts';
import { DELETE_RECORD, deleteRecord, StillReferenced } from '../records/store/delete-record.ts';
import { InlineRecords } from '../records/store/inline-records.ts';
import { CREATE_RECORDS, createRecords, FoundRecords, getRecord } from '../records/store/records.ts';
import { findReferrers } from '../records/store/reference-counts.ts';
import { updateRecord } from '../records/store/update-record.ts';
import {
  defineEndpoint,
  type EndpointContract,
  type EndpointDependencies,
  Reply,
  type Schema,
} from './endpoint.ts';
import { ApiError, type Issue, invalidInput, notFound, wordsFor } from './errors.ts';
import { issuesAt, parseInput } from './issues.ts';
import { pageOf, pageQuery, readPage } from './page.ts';
import { idQuery } from './query/query-values.ts';
import type { EndpointRequest } from './read-request.ts';

type Fields = Readonly<Record<string, unknown>>;
type RecordSchema<K extends ConfigurationKind> = z.ZodMiniType<ConfigurationRecords[K]>;

const named = (kind: ConfigurationKind) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${wordsFor(kind)}`;

/** The contract that the endpoints which create, change or delete a record of a kind have in common. */
const changing = <Action extends string>(kind: ConfigurationKind, action: Action) => ({
  method: 'POST' as const,
  path: `/v1/${kind}s/${action}` as const,
  summary: `${action.charAt(0).toUpperCase()}${action.slice(1)} ${named(kind)}`,
});

type Rest<K extends ConfigurationKind, Body extends Schema> = Omit<
  EndpointContract<typeof idQuery, Body, RecordSchema<K>>,
  keyof ReturnType<typeof changing> | 'query' | 'selectBody'
>;

interface Creation<K extends ConfigurationKind, Body extends Schema>
  extends Omit<Rest<K, Body>, 'tableActions'> {
  /** Makes the record, and those inside it. Returns its id. */
  make(inline: InlineRecords, body: z.output<Body>): string;
  /** Throws where the record must not be stored. @default nothing */
  check?(
    request: EndpointRequest<unknown, z.output<Body>>,
    dependencies: EndpointDependencies,
  ): Promise<void>;
  /** Table actions besides those that store records. @default none */
  readonly furtherActions?: readonly TableAction[];
}

export function defineCreation<K extends ConfigurationKind, Body extends Schema>(
  kind: K,
  { make, check, furtherActions = [], ...rest }: Creation<K, Body>,
) {
  return defineEndpoint<Schema, Body, RecordSchema<K>>({
    ...changing(kind, 'create'),
    ...rest,
    tableActions: [...furtherActions, ...CREATE_RECORDS],
    async run(request, dependencies) {
      await check?.(request, dependencies);
      const inline = new InlineRecords({ ...request, ...dependencies });
      const id = make(inline, request.body);
      await createRecords(dependencies.table, inline.made);
      return new FoundRecords([]).with(inline.made).require(kind, id);
    },
  });
}

/** The endpoint that gets a record as it is stored. */
export function defineGet<K extends ConfigurationKind>(kind: K, response: RecordSchema<K>) {
  return defineEndpoint({
    method: 'GET',
    path: `/v1/${kind}s`,
    summary: `Get ${named(kind)}`,
    query: idQuery,
    response,
    tableActions: ['GetItem'],
    async run({ userId, query }, { table }) {
      const record = await getRecord(table, userId, kind, query.id);
      if (!record) throw notFound(kind);
      return record;
    },
  });
}

interface ListOptions<Row extends Schema> {
  /** @default says what it lists */
  readonly summary?: string;
  /** Shows the rows of a page. @default as the schema picks their fields */
  show?(table: Table, userId: string, items: readonly Fields[]): Promise<z.output<Row>[]>;
  /** Table actions of `show`. @default none */
  viewActions?: readonly TableAction[];
}

/** The endpoint that lists records in pages. `row` picks the fields that are shown. */
export function defineList<Row extends Schema>(
  kind: ConfigurationKind,
  row: Row,
  {
    summary = `List ${wordsFor(kind)}s`,
    show = async (_table, _userId, items) => items.map((item) => row.parse(item)),
    viewActions = [],
  }: ListOptions<Row> = {},
) {
  return defineEndpoint({
    method: 'GET',
    path: `/v1/${kind}s/list`,
    summary,
    query: pageQuery,
    response: z.lazy(() => pageOf(row)),
    responseHeaders: ['Link'],
    tableActions: ['GetItem', 'Query', ...viewActions],
    async run({ userId, query }, { table }) {
      const { items, link, ...page } = await readPage(table, { userId, kind }, { query });
      return new Reply({ items: await show(table, userId, items), ...page }, { link });
    },
  });
}

interface Changes {
  readonly body: Fields;
  /** Records that are stored with the update, all or nothing. @default none */
  readonly newRecords?: readonly NewRecord[];
}

/** The endpoint that updates a record. `changes` makes what is stored of the request. @default its body */
export function defineUpdate<
  K extends ConfigurationKind,
  Body extends z.ZodMiniType<Record<string, unknown>>,
>(
  kind: K,
  {
    changes = async ({ body }) => ({ body }),
    ...rest
  }: Rest<K, Body> & {
    readonly changes?: (
      request: EndpointRequest<{ id: string }, z.output<Body>>,
      dependencies: EndpointDependencies,
    ) => Promise<Changes>;
  },
) {
  return defineEndpoint<typeof idQuery, Body, RecordSchema<K>>({
    ...changing(kind, 'update'),
    ...rest,
    query: idQuery,
    async run(request, dependencies) {
      const { userId, query } = request;
      const { id } = query;
      const stored = await changes(request, dependencies);
      return update(dependencies.table, kind, { userId, id, ...stored });
    },
  });
}

/** Kinds of record whose fields depend on their `type`. */
type TypedKind = 'voice' | 'action' | 'account_connection';

interface TypedUpdate<K extends TypedKind> extends Rest<K, z.ZodMiniType<Record<string, unknown>>> {
  readonly body: z.ZodMiniType<Record<string, unknown>>;
  readonly patches: Readonly<Record<ConfigurationRecords[K]['type'], z.ZodMiniType<Record<string, unknown>>>>;
  /** Throws where the changes, which fit the record's type, must not be stored. @default nothing */
  check?(record: ConfigurationRecords[K], changes: Fields, dependencies: EndpointDependencies): Promise<void>;
}

/** The endpoint that updates a record whose fields depend on its type, which cannot change. */
export function defineTypedUpdate<K extends TypedKind>(kind: K, { patches, check, ...rest }: TypedUpdate<K>) {
  return defineEndpoint({
    ...changing(kind, 'update'),
    ...rest,
    query: idQuery,
    selectBody: () => z.record(z.string(), z.unknown()),
    async run({ userId, query: { id }, body }, dependencies) {
      const { table } = dependencies;
      const record = await getRecord(table, userId, kind, id);
      if (!record) throw notFound(kind);
      if ((body.type ?? record.type) !== record.type)
        throw invalidInput([issueOfType(record.type, ['body'])]);
      const type: ConfigurationRecords[K]['type'] = record.type;
      const patch = parseInput(patches[type], body);
      if (!patch.success) throw invalidInput(issuesAt(['body'], patch.error));
      await check?.(record, patch.data, dependencies);
      return update(table, kind, { userId, id, body: patch.data });
    },
  });
}

async function update<K extends ConfigurationKind>(
  table: Table,
  kind: K,
  { userId, id, body, newRecords = [] }: Changes & { readonly userId: string; readonly id: string },
) {
  const updated = await updateRecord(table, userId, { kind, id, changes: changesOf(body), newRecords });
  if (!updated) throw notFound(kind);
  return updated;
}

/** The issue of another `type` than that of the record, which is at `loc` in the request. */
export function issueOfType(type: string, loc: readonly string[]): Issue {
  const msg = `The type is ${type} and cannot be changed; create another record.`;
  return { loc: [...loc, 'type'], msg, type: 'immutable' };
}

/** Most referring records that a refusal lists. */
const MAX_NAMED = 10;

type FurtherWrites = (
  table: Table,
  userId: string,
  id: string,
) => readonly WriteItem[] | Promise<readonly WriteItem[]>;

/** The endpoint that deletes a record, unless other records refer to it. */
export function defineDeletion(kind: ConfigurationKind, further: FurtherWrites = () => []) {
  return defineEndpoint({
    ...changing(kind, 'delete'),
    query: idQuery,
    response: deletion,
    tableActions: [...DELETE_RECORD, 'Query'],
    async run({ userId, query: { id } }, { table }) {
      const target = { kind, id };
      try {
        const others = async () => further(table, userId, id);
        if (!(await deleteRecord(table, userId, { ...target, further: others }))) throw notFound(kind);
        return { id, deleted: true } as const;
      } catch (error) {
        if (!(error instanceof StillReferenced)) throw error;
        const referrers = await findReferrers(table, userId, { target, limit: MAX_NAMED });
        throw new ApiError('conflict', issuesOfReferrers(target, referrers, error.count));
      }
    },
  });
}

/** An issue for each listed referrer, and one with the total if not all are listed. */
function issuesOfReferrers({ kind }: RecordKey, referrers: readonly RecordKey[], count: number): Issue[] {
  const target = wordsFor(kind);
  const listed = referrers.map((referrer) =>
    issue(`The ${wordsFor(referrer.kind)} ${referrer.id} refers to this ${target}.`),
  );
  const rest = issue(`In total, ${count} records refer to this ${target}.`);
  return referrers.length < count ? [...listed, rest] : listed;
}

const issue = (msg: string): Issue => ({ loc: ['query', 'id'], msg, type: 'still_referenced' });
