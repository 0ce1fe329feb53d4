import { Readable } from 'node:stream';
import { API_VERSION, type Client } from 'phone-call-agents-client';
import type { State } from '../settings/state-file.ts';
import { ApiDocument, type Fields, isFields } from './api-document.ts';
import { mapAgent, mapIds } from './content.ts';
import { comparable, fileSchema, KINDS, type Kind } from './folder.ts';

/** What this needs of the client. */
export type Service = Pick<Client, 'request'>;

export interface RemoteRecord {
  readonly id: string;
  readonly revision: string | undefined;
  /** What its file would describe, with keys in place of the ids of records that have files. */
  readonly content: Fields;
  readonly raw: Fields;
}

export interface ListedRecord extends Fields {
  readonly id: string;
  readonly name: string | null;
}

interface ListedPage {
  readonly items: readonly ListedRecord[];
  readonly next_cursor: string | null;
}

export interface Remote {
  /** By name: those that the state knows. Missing if they were deleted. */
  readonly records: ReadonlyMap<string, RemoteRecord>;
  readonly listed: Readonly<Record<Kind, readonly ListedRecord[]>>;
}

/** Requests under way at once. */
const AT_ONCE = 8;

/** What the service publishes about itself. */
export async function fetchDocument(service: Service): Promise<ApiDocument> {
  const query = { version: API_VERSION };
  const { data } = await service.request<ConstructorParameters<typeof ApiDocument>[0]>(
    'GET',
    '/v1/openapi.json',
    { query },
  );
  return new ApiDocument(data);
}

/** Reads all records that the state knows, and lists the others. */
export async function readRemote(service: Service, document: ApiDocument, state: State): Promise<Remote> {
  const [agents = [], tests = []] = await Promise.all(KINDS.map((kind) => listAll(service, kind)));
  const ids = new Set([...agents, ...tests].map(({ id }) => id));
  const known = [...state.entries].flatMap(([name, { id }]) => (id && ids.has(id) ? [{ name, id }] : []));
  const records = new Map<string, RemoteRecord>();
  await inParallel(known, async ({ name, id }) => {
    const record = await readRecord(service, document, state, { kind: kindOf(name), id });
    if (record) records.set(name, record);
  });
  return { records, listed: { agents, tests } };
}

export const kindOf = (name: string): Kind => (name.startsWith('tests/') ? 'tests' : 'agents');

async function listAll(service: Service, kind: Kind): Promise<ListedRecord[]> {
  const found: ListedRecord[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const query = { size: 100, cursor };
    const { data } = await service.request<ListedPage>('GET', `/v1/${kind}/list`, { query });
    found.push(...data.items);
    cursor = data.next_cursor || null;
  }
  return found;
}

/** A record by id; undefined if there is none. */
export async function readRecord(
  service: Service,
  document: ApiDocument,
  state: State,
  { kind, id }: { readonly kind: Kind; readonly id: string },
): Promise<RemoteRecord | undefined> {
  try {
    const query = { id, ...(kind === 'agents' && { view: 'full' }) };
    const { data, revision } = await service.request<Fields>('GET', `/v1/${kind}`, { query });
    return remoteRecord(document, state, { kind, raw: data, revision });
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

export const statusOf = (error: unknown): unknown => (isFields(error) ? error.status : undefined);

/** A record of the service, from the answer that has it. */
export function remoteRecord(
  document: ApiDocument,
  { entries }: State,
  {
    kind,
    raw,
    revision,
  }: { readonly kind: Kind; readonly raw: Fields; readonly revision: string | undefined },
): RemoteRecord {
  const keys = new Map(
    [...entries].flatMap(([name, { id }]) => (id ? [[id, name.slice(name.indexOf('/') + 1)]] : [])),
  );
  const content = comparable(document, kind, raw);
  const named = mapIds(document, fileSchema(document, kind), content, (id) => keys.get(id) ?? id);
  const ofTest = typeof raw.agent === 'string' &&
    kind === 'tests' && { agent: mapAgent(raw.agent, (agent) => keys.get(agent) ?? agent) };
  return {
    ...{ id: String(raw.id), revision, raw },
    content: { ...Object(named), ...ofTest, ...(kind === 'agents' && { published: publishedOf(raw) }) },
  };
}

export const LATEST = 'latest';

/** What calls get: the latest version, or others. */
function publishedOf({ published, version }: Fields): unknown {
  if (!Array.isArray(published)) return LATEST;
  const [first, ...others] = published;
  return others.length === 0 && isFields(first) && first.version === version ? LATEST : published;
}

/** Works on all items, a few at a time. The first error ends it. */
const inParallel = <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> =>
  Readable.from(items).forEach(work, { concurrency: AT_ONCE });
