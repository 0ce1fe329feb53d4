import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { rejectionOf } from '../platform/abort-race.ts';
import { logger } from '../platform/logger.ts';
import { fetchOutbound } from '../platform/outbound/outbound-request.ts';
import { parseJson } from '../platform/parse-json.ts';
import type { Table } from '../platform/table/table.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { getRecord } from '../records/store/records.ts';
import type { Passage } from '../vendors/model/llm-message.ts';
import { vectorDatabase } from './model/settings.ts';
import type { VectorDatabase } from './model/vector-database.ts';
import { vectorDatabaseKind } from './model/vector-database.ts';

/** Milliseconds for a whole lookup: the callee is waiting. */
const BUDGET_MS = 800;

/** The passages for a text; none on failure and after a time-out. */
export async function lookUpKnowledge(
  table: Table,
  session: KnowledgeSearch,
  query: string,
): Promise<readonly Passage[]> {
  try {
    return await findKnowledge(table, session, query, BUDGET_MS);
  } catch (error) {
    logger.warn('The knowledge of an agent could not be looked up.', {
      callId: session.call_id,
      reason: reasonOf(error),
    });
    return [];
  }
}

interface KnowledgeSearch {
  readonly call_id: string;
  readonly user_id: string;
  readonly settings: { readonly vector_database?: string | null | undefined };
  /** The agent is on hold. */
  readonly holding?: boolean | undefined;
}

/** The same without the time budget of a call. Throws on failure and after a timeout. */
export async function findKnowledge(
  table: Table,
  { user_id, settings, holding }: KnowledgeSearch,
  query: string,
  timeoutMs = LONGEST_MS,
): Promise<readonly Passage[]> {
  const { vector_database: id } = settings;
  if (!id || holding) return [];
  const signal = AbortSignal.timeout(timeoutMs);
  const database = await Promise.race([
    getRecord(table, user_id, vectorDatabaseKind, id),
    rejectionOf(signal),
  ]);
  if (!database) throw new Error('The vector database was deleted.');
  return Promise.race([searchVectorDatabase(database, query, signal), rejectionOf(signal)]);
}

/** The reason for the log, without any content of the answer. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || !(error instanceof Error) || 'issues' in error)
    return 'The answer has an unexpected form.';
  return error.message;
}

/** Searches a database once. Returns what is wrong with it; undefined if the search succeeds. Never throws. */
export async function issueOfSearch(database: Access): Promise<string | undefined> {
  try {
    await searchVectorDatabase(database, 'test', AbortSignal.timeout(LONGEST_MS));
    return undefined;
  } catch (error) {
    if (error instanceof VectorDatabaseRefusal) return issueOfStatus(error.status);
    if (error instanceof NoEmbedding) return `${error.message} Create one that has, and give its name.`;
    return 'The vector database did not answer as expected, so it could not be checked. Try again.';
  }
}

function issueOfStatus(status: number): string {
  if (status === 401 || status === 403) return 'The vector database refuses this key; replace it.';
  if (status === 404)
    return 'The vector database has no index of this name; correct the name, or create the index.';
  return `The vector database answered with HTTP status ${status}; try again.`;
}

class VectorDatabaseRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The vector database answered with HTTP status ${status}.`);
    this.status = status;
  }
}

class NoEmbedding extends Error {}

type Access = Pick<VectorDatabase, 'index' | 'api_key'>;

const API_VERSION = '2025-10';

const NAMESPACE = '__default__';

const MAX_PASSAGES = 4;
/** Maximum length of a passage and of a query in characters. */
const MAX_PASSAGE_LENGTH = 2_000;
const MAX_QUESTION_LENGTH = 1_000;
const MAX_ID_LENGTH = 100;
const MAX_BYTES = 256 * 1024;

/** The description of an index; `embed` exists if the vendor embeds texts itself. */
const description = z.object({
  host: z.string().check(z.minLength(1)),
  embed: z.optional(z.nullable(z.object({ field_map: z.object({ text: z.string() }) }))),
});

const findings = z.object({
  result: z.object({
    hits: z.array(
      z.object({
        _id: z.catch(z.optional(z.string()), undefined),
        fields: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
});

interface Place {
  readonly url: URL;
  readonly textField: string;
}

/** Hosts of indexes, cached until a search fails: an index keeps its host. */
const known = new Map<string, Place>();
const MAX_KNOWN = 1_000;

/** The passages of a database that match a text best, best first. Throws on any failure. */
export async function searchVectorDatabase(
  database: Access,
  text: string,
  signal: AbortSignal,
): Promise<Passage[]> {
  const key = createHash('sha256').update(`${database.index}\0${database.api_key}`).digest('hex');
  const { url, textField } = await placeOf(database, key, signal);
  try {
    const query = { inputs: { text: text.slice(0, MAX_QUESTION_LENGTH) }, top_k: MAX_PASSAGES };
    const body = JSON.stringify({ query, fields: [textField] });
    const { result } = findings.parse(await ask(database, { url, body, signal }));
    return result.hits.flatMap(({ _id: id, fields }) => {
      const text = fields[textField];
      if (typeof text !== 'string') return [];
      return { ...(id && { id: id.slice(0, MAX_ID_LENGTH) }), text: text.slice(0, MAX_PASSAGE_LENGTH) };
    });
  } catch (error) {
    known.delete(key);
    throw error;
  }
}

async function placeOf(database: Access, key: string, signal: AbortSignal): Promise<Place> {
  const remembered = known.get(key);
  if (remembered) return remembered;
  const base = readVariable(vectorDatabase.apiUrl);
  const url = new URL(`${base}/indexes/${encodeURIComponent(database.index)}`);
  const { host, embed } = description.parse(await ask(database, { url, signal }));
  if (!embed) throw new NoEmbedding('The index has no integrated embedding model.');
  const place = {
    url: new URL(`${url.protocol}//${host}/records/namespaces/${NAMESPACE}/search`),
    textField: embed.field_map.text,
  };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, place);
  return place;
}

/** Sends a request. The host comes from the vendor's answer, so like any address from outside it must be public. */
async function ask(
  { api_key }: Access,
  { url, body, signal }: { readonly url: URL; readonly body?: string; readonly signal: AbortSignal },
): Promise<unknown> {
  const answer = await fetchOutbound({
    url,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      'api-key': api_key,
      'x-pinecone-api-version': API_VERSION,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal,
    timeoutMs: LONGEST_MS,
    maxBytes: MAX_BYTES,
  });
  if (answer.status !== 200) throw new VectorDatabaseRefusal(answer.status);
  return parseJson(answer.body);
}

/** Milliseconds until a request times out. A turn waits for less. */
const LONGEST_MS = 5_000;
