import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { ApiVersion } from '../platform/api-versions.ts';
import type { Warning } from '../platform/fields.ts';
import { header } from '../platform/header.ts';
import { AddressRefused, refuseLiteralAddress } from '../platform/outbound/public-address.ts';
import { outboundAllowedNetworks } from '../platform/outbound/settings.ts';
import type { Table } from '../platform/table/table.ts';
import { readVariable } from '../platform/variables/variable.ts';
import type { Kind } from '../records/model/kind.ts';
import { FoundRecords, findRecords } from '../records/store/records.ts';
import type { ExpectedRevisions } from '../records/store/revisions.ts';
import { apiVersionOf } from './api-version.ts';
import { authenticatedUser, foundByAuthorizer, grantedScopesOf } from './authenticated-user.ts';
import { type Issue, invalidInput, wordsFor } from './errors.ts';
import { issuesAt, parseInput } from './issues.ts';
import { parseJsonObject } from './json-body.ts';
import { type Reference, referencesIn, requireNestedScopes, requireWriteScopes } from './references.ts';
import { inNeutralWords } from './vendor-words.ts';
import { warningsOf } from './warnings.ts';

/** Maximum body in bytes: DynamoDB's largest item, less the fields that we add. */
export const MAX_BODY_BYTES = 300_000;

/** Maximum number of references in a body: one request to the table looks up that many. */
const MAX_REFERENCES = 100;

type Schema = z.ZodMiniType;

export interface RequestContract<Query extends Schema, Body extends Schema> {
  /** Path from the root of the API, without a trailing slash. */
  readonly path: `/v1/${string}`;
  readonly query?: Query;
  readonly body?: Body;
  /** The body may be left out; it is then an empty object. @default false */
  readonly bodyIsOptional?: boolean;
  /** Picks the alternative of `body` for a request, so that issues are those of one alternative. */
  selectBody?(json: Readonly<Record<string, unknown>>): z.ZodMiniType<z.output<Body>>;
  /** Its body has URLs that the service will request; their addresses must be public. @default false */
  readonly hasUrls?: boolean;
  /** @default nothing */
  readonly complete?: CompleteBody;
  /** Warnings about the body besides those about fields without effect. @default none */
  warn?(json: Readonly<Record<string, unknown>>): readonly Warning[];
  /** Fields of the body that refer to records of the user, with the kind of record. */
  readonly references?: Readonly<Record<string, Kind>>;
}

export interface EndpointRequest<Query, Body> {
  readonly userId: string;
  readonly tokenId: string;
  readonly query: Query;
  readonly body: Body;
  readonly apiVersion: ApiVersion;
  /** The scopes of the token; undefined if it may do everything. */
  readonly grantedScopes: readonly string[] | undefined;
  readonly references: FoundRecords;
  /** The revisions of the record that the request expects. @default any */
  readonly ifMatch?: ExpectedRevisions | undefined;
}

/** Adds to a body, before it is checked, what the service looks up elsewhere. Throws issues. */
export type CompleteBody = (
  json: Record<string, unknown>,
  context: {
    readonly table: Table;
    readonly userId: string;
    /** The record that the query names. */
    readonly id: string | undefined;
    /** Resolves once the user may cause effects; throws if not. */
    readonly allowed: () => Promise<void>;
  },
) => Promise<void>;

/** A parsed request, the locations of its references, and the warnings about it. */
export interface ReadRequest<Query, Body> {
  readonly request: EndpointRequest<Query, Body>;
  readonly references: readonly Reference[];
  readonly warnings: readonly Warning[];
}

/** Parses a request and loads the records to which its body refers. Throws all issues at once. */
export async function readRequest<Q extends Schema, B extends Schema>(
  endpoint: RequestContract<Q, B>,
  event: APIGatewayProxyEvent,
  table: Table,
  counted: Promise<void>,
): Promise<ReadRequest<z.output<Q>, z.output<B>>> {
  const userId = authenticatedUser(event);
  const apiVersion = apiVersionOf(
    header(event.headers, 'api-version') ?? foundByAuthorizer(event, 'api_version'),
  );
  const json = endpoint.body ? readBody(endpoint, event) : {};
  const granted = grantedScopesOf(event);
  // A draft needs the same scopes as an update: through it, one can read what the agent and its records contain.
  const hasDraft = (json.draft ?? null) !== null;
  if (hasDraft) requireWriteScopes(granted, [{ kind: { name: 'agent' }, loc: ['body', 'draft'] }]);
  const isUpdate = endpoint.path.endsWith('/update') || hasDraft;
  requireNestedScopes(json, endpoint.references ?? {}, { granted, isUpdate });
  const { id } = event.queryStringParameters ?? {};
  await endpoint.complete?.(json, { table, userId, id, allowed: () => counted });
  const query = check('query', endpoint.query, event.queryStringParameters ?? {});
  const body = check('body', endpoint.selectBody?.(json) ?? endpoint.body, json);
  const references = referencesIn(json, endpoint.references ?? {}).slice(0, MAX_REFERENCES);
  const records = references.length > 0 ? await findRecords(table, userId, references) : new FoundRecords([]);
  const unknown = references.filter(({ kind, id }) => !records.get(kind, id));
  const further = endpoint.hasUrls ? issuesOfUrls(json) : [];
  const issues = [...query.issues, ...body.issues, ...further, ...unknown.map(unknownReference)];
  if (issues.length > 0 || !query.ok || !body.ok) throw invalidInput(issues);
  const request = {
    userId,
    tokenId: foundByAuthorizer(event, 'token_id') ?? '',
    query: query.value,
    body: body.value,
    apiVersion,
    grantedScopes: granted,
    references: records,
    ifMatch: ifMatchOf(event),
  };
  return { request, references, warnings: [...warningsOf(json), ...(endpoint.warn?.(json) ?? [])] };
}

/** The revisions that a request expects, by RFC 9110. Undefined if it expects none, or any (`*`). */
function ifMatchOf({ headers }: APIGatewayProxyEvent): ExpectedRevisions | undefined {
  const tags = header(headers, 'if-match')
    ?.split(',')
    .map((tag) => tag.trim());
  // A proxy that compresses answers makes their tags weak.
  return tags?.includes('*') ? undefined : tags?.map((tag) => tag.replace(/^(?:W\/)?"(.*)"$/, '$1'));
}

function readBody({ bodyIsOptional }: { readonly bodyIsOptional?: boolean }, event: APIGatewayProxyEvent) {
  return bodyIsOptional && !event.body ? {} : inNeutralWords(parseJsonObject(event, MAX_BODY_BYTES), event);
}

type Checked<T> = { ok: true; value: T; issues: [] } | { ok: false; issues: Issue[] };

/** An endpoint without a body or query ignores it. */
function check<S extends Schema>(
  part: 'body' | 'query',
  schema: S | undefined,
  value: unknown,
): Checked<z.output<S>>;
function check(part: 'body' | 'query', schema: Schema | undefined, value: unknown): Checked<unknown> {
  if (!schema) return { ok: true, value: undefined, issues: [] };
  const result = parseInput(schema, value);
  return result.success
    ? { ok: true, value: result.data, issues: [] }
    : { ok: false, issues: issuesAt([part], result.error) };
}

export function unknownReference({ kind, loc }: Reference): Issue {
  const msg = `No ${wordsFor(kind.name)} with this id.`;
  return { loc, msg, type: 'unknown_reference' };
}

/** Fields of bodies with URLs that we request. */
const URLS = new Set(['url', 'context_endpoint']);

/** Fields of bodies that contain records with such fields; other fields are free-form. */
export const HOLDERS: ReadonlySet<string> = new Set([
  'config',
  'webhook',
  'prompt',
  'actions',
  'action',
  'agent',
  'inbound_agent',
  'draft',
]);

/** The issues of URLs to addresses that we may not connect to, before validation. Host names are checked later. */
function issuesOfUrls(body: unknown): Issue[] {
  const allowedNetworks = readVariable(outboundAllowedNetworks);
  return issuesIn(body, ['body'], allowedNetworks);
}

function issuesIn(value: unknown, loc: readonly string[], allowedNetworks: readonly string[]): Issue[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...loc, key];
    if (URLS.has(key) && typeof inner === 'string') return issueOfUrl(inner, path, allowedNetworks);
    return HOLDERS.has(key) || Array.isArray(value) ? issuesIn(inner, path, allowedNetworks) : [];
  });
}

function issueOfUrl(text: string, loc: readonly string[], allowedNetworks: readonly string[]): Issue[] {
  const url = URL.parse(text);
  if (!url) return [];
  try {
    refuseLiteralAddress(url.hostname, allowedNetworks);
    return [];
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return [{ loc, msg: 'The URL must lead to a public address.', type: 'address_not_public' }];
  }
}
