import * as z from 'zod/mini';
import type { TableAction } from '../platform/grants.ts';
import { changesOf } from '../platform/patch.ts';
import { deletion } from '../platform/reference.ts';
import type { Table } from '../platform/table/table.ts';
import type { WriteItem } from '../platform/table/write-if.ts';
import type { Kind, OwnedRecord, RecordKey } from '../records/model/kind.ts';
import { DELETE_RECORD, deleteRecord, StillReferenced } from '../records/store/delete-record.ts';
import { InlineRecords } from '../records/store/inline-records.ts';
import {
  CREATE_RECORDS,
  createRecords,
  FoundRecords,
  getRecord,
  getRevised,
} from '../records/store/records.ts';
import { findReferrers } from '../records/store/reference-counts.ts';
import { type UpdatePlan, updatePlanned } from '../records/store/update-record.ts';
import { answerByVersion } from './api-version.ts';
import { defineEndpoint, type EndpointContract, type EndpointDependencies, type Schema } from './endpoint.ts';
import { ApiError, type Issue, invalidInput, notFound, wordsFor } from './errors.ts';
import { issuesAt, parseInput } from './issues.ts';
import { pageOf, pageQuery, readPage } from './page.ts';
import { idQuery } from './query/query-values.ts';
import type { EndpointRequest } from './read-request.ts';
import { Reply } from './reply.ts';
import { revised } from './revisions.ts';

type Fields = Readonly<Record<string, unknown>>;

const named = ({ name }: Kind) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${wordsFor(name)}`;

/** The contract that the endpoints which create, change or delete a record of a kind have in common. */
const changing = <R extends OwnedRecord>(kind: Kind<R>, action: string) => ({
  method: 'POST' as const,
  path: `/v1/${kind.name}s/${action}` as const,
  ...(action !== 'delete' && { responseHeaders: ['ETag'] as const }),
  ...(action !== 'create' && { takesRevision: true }),
  summary: `${action.charAt(0).toUpperCase()}${action.slice(1)} ${named(kind)}`,
  response: kind.schema,
});

interface RequestContract<Body extends Schema>
  extends Pick<EndpointContract<Schema, Body, Schema>, 'complete' | 'hasUrls' | 'references' | 'variables'> {
  readonly body: Body;
}

interface Creation<Body extends Schema> extends RequestContract<Body> {
  /** Makes the record, and those inside it. Returns its id. */
  make(inline: InlineRecords, body: z.output<Body>): string;
  /** Throws if the record must not be stored. @default nothing */
  check?(
    request: EndpointRequest<unknown, z.output<Body>>,
    dependencies: EndpointDependencies,
  ): Promise<void>;
  /** Table actions besides those that store records. @default none */
  readonly furtherActions?: readonly TableAction[];
}

export function defineCreation<R extends OwnedRecord, Body extends Schema>(
  kind: Kind<R>,
  { make, check, furtherActions = [], ...rest }: Creation<Body>,
) {
  return defineEndpoint({
    ...changing(kind, 'create'),
    ...rest,
    makesSecrets: true,
    tableActions: [...furtherActions, ...CREATE_RECORDS],
    async run(request, dependencies) {
      await check?.(request, dependencies);
      const inline = new InlineRecords({ ...request, ...dependencies });
      const id = make(inline, request.body);
      const revision = await createRecords(dependencies.table, inline.made);
      return revised(new FoundRecords([]).with(inline.made).require(kind, id), revision);
    },
  });
}

export function defineGet<R extends OwnedRecord>(kind: Kind<R>) {
  return defineEndpoint({
    method: 'GET',
    path: `/v1/${kind.name}s` as const,
    summary: `Get ${named(kind)}`,
    query: idQuery,
    response: kind.schema,
    responseHeaders: ['ETag'],
    tableActions: ['GetItem'],
    async run({ userId, query }, { table }) {
      const found = await getRevised(table, userId, kind, query.id);
      if (!found) throw notFound(kind.name);
      return revised(found.record, found.revision);
    },
  });
}

interface ListOptions<Row extends Schema> {
  /** @default "List …" */
  readonly summary?: string;
  /** Shows the rows of a page. @default as the schema picks their fields */
  show?(table: Table, userId: string, items: readonly Fields[]): Promise<z.output<Row>[]>;
  /** Table actions of `show`. @default none */
  viewActions?: readonly TableAction[];
  /** Version 2023-08 had this list, as a bare array. @default false */
  hasBare?: boolean;
}

/** Records in one answer of that version: as many as the largest page has. */
const BARE_SIZE = 100;

/** The endpoint that lists records in pages. `row` picks the fields to return. */
export function defineList<Row extends Schema>(
  kind: Kind,
  row: Row,
  {
    summary = `List ${wordsFor(kind.name)}s`,
    show = async (_table, _userId, items) => items.map((item) => row.parse(item)),
    viewActions = [],
    hasBare = false,
  }: ListOptions<Row> = {},
) {
  const page = z.lazy(() => pageOf(row));
  const bare = hasBare ? z.lazy(() => z.array(row)) : page;
  return defineEndpoint({
    method: 'GET',
    path: `/v1/${kind.name}s/list` as const,
    summary,
    query: pageQuery,
    response: answerByVersion({ '2023-08': bare, '2024-08': page, '2026-11': page }),
    responseHeaders: ['Link', 'X-Total-Count'],
    tableActions: ['GetItem', 'Query', ...viewActions],
    async run({ userId, query, apiVersion }, { table }) {
      const isBare = hasBare && apiVersion === '2023-08';
      const reading = { query, ...(isBare && { size: BARE_SIZE }) };
      const { items, link, ...others } = await readPage(table, { userId, kind }, reading);
      const rows = await show(table, userId, items);
      const headers = { link, 'x-total-count': String(others.total) };
      return new Reply(isBare ? rows : { items: rows, ...others }, headers);
    },
  });
}

interface Changes extends Pick<UpdatePlan, 'newRecords' | 'further'> {
  readonly body: Fields;
}

type Patch = z.ZodMiniType<Record<string, unknown>>;

interface Update extends RequestContract<Patch>, Pick<EndpointContract<Schema, Patch, Schema>, 'selectBody'> {
  /** @default those of an update without further writes */
  readonly tableActions?: readonly TableAction[];
  /** Turns the request into the stored changes. @default its body */
  changes?(
    request: EndpointRequest<{ id: string }, Fields>,
    dependencies: EndpointDependencies,
  ): Promise<Changes>;
}

export function defineUpdate<R extends OwnedRecord>(
  kind: Kind<R>,
  { changes = async ({ body }) => ({ body }), ...rest }: Update,
) {
  return defineEndpoint({
    ...changing(kind, 'update'),
    query: idQuery,
    tableActions: ['GetItem', 'UpdateItem'],
    ...rest,
    async run(request, dependencies) {
      const { userId, query, ifMatch } = request;
      const plan = async () => {
        const { body, ...others } = await changes(request, dependencies);
        return { changes: changesOf(body), ...others };
      };
      const updated = await updatePlanned(dependencies.table, userId, {
        kind,
        id: query.id,
        ifMatch,
        plan,
      });
      if (!updated) throw notFound(kind.name);
      return revised(updated.record, updated.revision);
    },
  });
}

interface TypedRecord extends OwnedRecord {
  readonly type: string;
}

interface TypedUpdate<R extends TypedRecord> extends Omit<Update, 'changes' | 'selectBody'> {
  readonly patches: Readonly<Record<R['type'], Patch>>;
  /** Throws if the changes, which fit the record's type, must not be stored. @default nothing */
  check?(record: R, changes: Fields, dependencies: EndpointDependencies): Promise<void>;
}

/** The endpoint that updates a record whose fields depend on its type, which cannot change. */
export function defineTypedUpdate<R extends TypedRecord>(
  kind: Kind<R>,
  { patches, check, ...rest }: TypedUpdate<R>,
) {
  return defineUpdate(kind, {
    ...rest,
    selectBody: () => z.record(z.string(), z.unknown()),
    async changes({ userId, query, body }, dependencies) {
      const record = await getRecord(dependencies.table, userId, kind, query.id);
      if (!record) throw notFound(kind.name);
      if ((body.type ?? record.type) !== record.type)
        throw invalidInput([issueOfType(record.type, ['body'])]);
      const type: R['type'] = record.type;
      const patch = parseInput(patches[type], body);
      if (!patch.success) throw invalidInput(issuesAt(['body'], patch.error));
      await check?.(record, patch.data, dependencies);
      return { body: patch.data };
    },
  });
}

/** The issue of another `type` than that of the record, which is at `loc` in the request. */
export function issueOfType(type: string, loc: readonly string[]): Issue {
  const msg = `The type is ${type} and cannot be changed; create another record.`;
  return { loc: [...loc, 'type'], msg, type: 'immutable' };
}

/** Maximum number of referring records that a refusal lists. */
const MAX_REFERRERS = 10;

type FurtherWrites = (
  table: Table,
  userId: string,
  id: string,
) => readonly WriteItem[] | Promise<readonly WriteItem[]>;

interface Deletion {
  /** The kinds whose records may refer to it; others are ignored. */
  readonly referrers: readonly Kind[];
  /** @default none */
  readonly further?: FurtherWrites;
}

/** The endpoint that deletes a record, unless other records refer to it. */
export function defineDeletion(kind: Kind, { referrers: kinds, further = () => [] }: Deletion) {
  return defineEndpoint({
    ...changing(kind, 'delete'),
    query: idQuery,
    response: deletion,
    // The revision of a record that shows others includes theirs.
    tableActions: [...DELETE_RECORD, 'Query', ...(kind.showsReferences ? (['BatchGetItem'] as const) : [])],
    async run({ userId, query: { id }, ifMatch }, { table }) {
      const target = { kind, id };
      try {
        const others = async () => further(table, userId, id);
        if (!(await deleteRecord(table, userId, { ...target, ifMatch, further: others })))
          throw notFound(kind.name);
        return { id, deleted: true } as const;
      } catch (error) {
        if (!(error instanceof StillReferenced)) throw error;
        const referrers = await findReferrers(table, userId, { target, kinds, limit: MAX_REFERRERS });
        throw new ApiError('conflict', issuesOfReferrers(target, referrers, error.count));
      }
    },
  });
}

/** An issue for each listed referrer, and one with the total if not all are listed. */
function issuesOfReferrers({ kind }: RecordKey, referrers: readonly RecordKey[], count: number): Issue[] {
  const target = wordsFor(kind.name);
  const listed = referrers.map((referrer) =>
    issue(`The ${wordsFor(referrer.kind.name)} ${referrer.id} refers to this ${target}.`),
  );
  const rest = issue(`In total, ${count} records refer to this ${target}.`);
  return referrers.length < count ? [...listed, rest] : listed;
}

const issue = (msg: string): Issue => ({ loc: ['query', 'id'], msg, type: 'still_referenced' });
