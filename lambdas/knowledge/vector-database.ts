import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJson } from '../domain/parse-json.ts';
import type { VectorDatabase } from '../domain/records/vector-database.ts';
import { fetchOutbound } from '../runtime/outbound/outbound-request.ts';
import { OUTBOUND_ALLOWED_NETWORKS, VECTOR_DATABASE_API_URL } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** What is needed of a database in order to search it. */
type Access = Pick<VectorDatabase, 'index' | 'api_key'>;

/** The version of the vendor's API that this is written for. */
const API_VERSION = '2025-10';

/** Where records are that were put into no namespace. */
const NAMESPACE = '__default__';

const MAX_PASSAGES = 4;
/** Longest passage and question, in characters. */
const MAX_PASSAGE_LENGTH = 2_000;
const MAX_QUESTION_LENGTH = 1_000;
const MAX_BYTES = 256 * 1024;

/** How an index is described; `embed` is there when the vendor itself makes vectors of texts. */
const description = z.object({
  host: z.string().check(z.minLength(1)),
  embed: z.optional(z.nullable(z.object({ field_map: z.object({ text: z.string() }) }))),
});

const findings = z.object({
  result: z.object({ hits: z.array(z.object({ fields: z.record(z.string(), z.unknown()) })) }),
});

/** Where an index is searched, and in which field of its records the text is. */
interface Place {
  readonly url: URL;
  readonly textField: string;
}

/** An index stays where it is: it is asked for again when a search fails. */
const known = new Map<string, Place>();
const MAX_KNOWN = 1_000;

/** The passages of a database that come closest to a text, the closest first. Throws when they cannot be had. */
export async function searchVectorDatabase(
  database: Access,
  text: string,
  signal: AbortSignal,
): Promise<string[]> {
  const key = createHash('sha256').update(`${database.index}\0${database.api_key}`).digest('hex');
  const { url, textField } = await placeOf(database, key, signal);
  try {
    const query = { inputs: { text: text.slice(0, MAX_QUESTION_LENGTH) }, top_k: MAX_PASSAGES };
    const body = JSON.stringify({ query, fields: [textField] });
    const { result } = findings.parse(await ask(database, { url, body, signal }));
    return result.hits
      .map(({ fields }) => fields[textField])
      .filter((passage) => typeof passage === 'string')
      .map((passage) => passage.slice(0, MAX_PASSAGE_LENGTH));
  } catch (error) {
    known.delete(key);
    throw error;
  }
}

async function placeOf(database: Access, key: string, signal: AbortSignal): Promise<Place> {
  const remembered = known.get(key);
  if (remembered) return remembered;
  const base = readVariable(VECTOR_DATABASE_API_URL);
  const url = new URL(`${base}/indexes/${encodeURIComponent(database.index)}`);
  const { host, embed } = description.parse(await ask(database, { url, signal }));
  if (!embed) throw new Error('The index has no model of its own that makes vectors of texts.');
  const place = {
    url: new URL(`${url.protocol}//${host}/records/namespaces/${NAMESPACE}/search`),
    textField: embed.field_map.text,
  };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, place);
  return place;
}

/** The host of an index is what the vendor's answer says: like any address that comes from outside, it has to be a public one. */
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
    allowedNetworks: readVariable(OUTBOUND_ALLOWED_NETWORKS),
  });
  if (answer.status !== 200)
    throw new Error(`The vector database answered with HTTP status ${answer.status}.`);
  return parseJson(answer.body);
}

/** Whoever asks has less time than this: see look-up.ts. */
const LONGEST_MS = 5_000;
