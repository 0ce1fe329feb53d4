import { z } from 'zod';
import {
  type Exchange,
  HttpError,
  parseJsonBody,
  type Route,
  type RunningServer,
  route,
  startHttpServer,
} from '../http/http-server.ts';

const TEXT_FIELD = 'chunk_text';

const searchSchema = z.looseObject({
  query: z.looseObject({ inputs: z.looseObject({ text: z.string() }), top_k: z.number().int().min(1) }),
  fields: z.array(z.string()),
});

export interface LoggedSearch {
  readonly index: string;
  readonly text: string;
}

/** Starts a vector database with the vendor's API for indexes with integrated embedding: each is below `/data/<name>`. */
export async function startVectorDatabase(): Promise<RunningServer> {
  const state = { indexes: new Indexes(), searches: [] };
  return startHttpServer([...vendorRoutes(state), ...controlRoutes(state)]);
}

interface State {
  readonly indexes: Indexes;
  readonly searches: LoggedSearch[];
}

function vendorRoutes(state: State): Route[] {
  return [
    route('GET', '/indexes/{name}', ({ params: { name = '' }, headers }) => {
      const { integrated, host } = state.indexes.require(name, headers['api-key']);
      return {
        name,
        metric: 'cosine',
        dimension: 1024,
        vector_type: 'dense',
        host: host ?? `${headers.host}/data/${name}`,
        spec: { serverless: { cloud: 'aws', region: 'us-east-1' } },
        status: { ready: true, state: 'Ready' },
        ...(integrated && { embed: { model: 'llama-text-embed-v2', field_map: { text: TEXT_FIELD } } }),
      };
    }),
    route('POST', '/data/{name}/records/namespaces/__default__/search', (exchange) =>
      search(state, exchange),
    ),
  ];
}

function search({ indexes, searches }: State, { params, headers, body, response }: Exchange) {
  const { name = '' } = params;
  const index = indexes.require(name, headers['api-key']);
  if (!index.integrated)
    throw refusal(400, 'INVALID_ARGUMENT', 'Integrated inference is not configured for this index');
  const { query, fields } = parseJsonBody(body, searchSchema);
  const { text } = query.inputs;
  searches.push({ index: name, text });
  if (index.fault === 'http_500') throw refusal(500, 'UNKNOWN', 'Internal server error');
  if (index.fault === 'garbage') {
    response.end('{"result": {"hits');
    return undefined;
  }
  const hits = closest(index, text, query.top_k).map(({ id, score, passage }) => ({
    _id: id,
    _score: score,
    fields: fields.includes(TEXT_FIELD) ? { [TEXT_FIELD]: passage } : {},
  }));
  return { result: { hits }, usage: { read_units: 1, embed_total_tokens: 1 } };
}

/** The control API: sets the contents of indexes, and shows searches. */
function controlRoutes({ indexes, searches }: State): Route[] {
  return [
    route('PUT', '/simulator/indexes/{name}', ({ params: { name = '' }, body }) => {
      indexes.put(name, parseJsonBody(body, indexSchema));
      return { name };
    }),
    route('GET', '/simulator/searches', () => searches),
  ];
}

/** The body of `PUT /simulator/indexes/<name>`. */
const indexSchema = z.strictObject({
  /** The key that requests must carry. */
  api_key: z.string().min(1),
  passages: z.array(z.string()).default([]),
  /** Whether the index embeds texts itself; otherwise it accepts only vectors. */
  integrated: z.boolean().default(true),
  /** The host in the index's description, instead of its own. */
  host: z.string().optional(),
  fault: z.enum(['http_500', 'garbage']).optional(),
});
export type SimulatedIndex = z.infer<typeof indexSchema>;

class Indexes {
  readonly #indexes = new Map<string, SimulatedIndex>();

  put(name: string, index: SimulatedIndex): void {
    this.#indexes.set(name, index);
  }

  /** The index, if the key is its own. Throws the vendor's error otherwise. */
  require(name: string, key: string | string[] | undefined): SimulatedIndex {
    const index = this.#indexes.get(name);
    if (index && key === index.api_key) return index;
    throw index
      ? refusal(401, 'UNAUTHENTICATED', 'Invalid API key.')
      : refusal(404, 'NOT_FOUND', `Resource ${name} not found`);
  }
}

/** A refusal in the vendor's format. */
function refusal(status: number, code: string, message: string): HttpError {
  return new HttpError(status, { error: { code, message }, status });
}

function closest({ passages }: SimulatedIndex, text: string, count: number) {
  const asked = new Set(wordsOf(text));
  return passages
    .map((passage, index) => ({
      passage,
      id: `passage-${index}`,
      score: wordsOf(passage).filter((word) => asked.has(word)).length,
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count);
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
