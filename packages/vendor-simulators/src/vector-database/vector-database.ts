import { z } from 'zod';
import {
  answerJson,
  type Exchange,
  type Route,
  type RunningServer,
  startHttpServer,
} from '../http/http-server.ts';
import { parseJsonBody } from '../http/parse-json-body.ts';
import { pause } from '../http/pause.ts';
import { closest, Indexes, indexSchema, refusal } from './indexes.ts';

/** The field of a record with its text. */
const TEXT_FIELD = 'chunk_text';

const searchSchema = z.looseObject({
  query: z.looseObject({ inputs: z.looseObject({ text: z.string() }), top_k: z.number().int().min(1) }),
  fields: z.array(z.string()),
});

/** A logged search. */
export interface LoggedSearch {
  readonly index: string;
  readonly text: string;
}

/** Starts a vector database with the vendor's API for indexes with integrated embedding: each is below `/data/<name>`. */
export async function startVectorDatabase(): Promise<RunningServer> {
  const state = { indexes: new Indexes(), searches: [] };
  return startHttpServer(0, [...vendorRoutes(state), ...controlRoutes(state)]);
}

interface State {
  readonly indexes: Indexes;
  readonly searches: LoggedSearch[];
}

function vendorRoutes(state: State): Route[] {
  return [
    {
      method: 'GET',
      path: /^\/indexes\/(?<name>[^/]+)$/,
      handle: ({ params: { name = '' }, headers, response }) => {
        const { integrated, host } = state.indexes.require(name, headers['api-key']);
        answerJson(response, 200, {
          name,
          metric: 'cosine',
          dimension: 1024,
          vector_type: 'dense',
          host: host ?? `${headers.host}/data/${name}`,
          spec: { serverless: { cloud: 'aws', region: 'us-east-1' } },
          status: { ready: true, state: 'Ready' },
          ...(integrated && { embed: { model: 'llama-text-embed-v2', field_map: { text: TEXT_FIELD } } }),
        });
      },
    },
    {
      method: 'POST',
      path: /^\/data\/(?<name>[^/]+)\/records\/namespaces\/__default__\/search$/,
      handle: (exchange) => search(state, exchange),
    },
  ];
}

async function search({ indexes, searches }: State, { params, headers, body, response }: Exchange) {
  const { name = '' } = params;
  const index = indexes.require(name, headers['api-key']);
  if (!index.integrated)
    throw refusal(400, 'INVALID_ARGUMENT', 'Integrated inference is not configured for this index');
  const { query, fields } = parseJsonBody(body, searchSchema);
  const { text } = query.inputs;
  searches.push({ index: name, text });
  await pause(index.delay_ms, new AbortController().signal);
  if (index.fault === 'http_500') throw refusal(500, 'UNKNOWN', 'Internal server error');
  if (index.fault === 'garbage') {
    response.end('{"result": {"hits');
    return;
  }
  const hits = closest(index, text, query.top_k).map(({ id, score, passage }) => ({
    _id: id,
    _score: score,
    fields: fields.includes(TEXT_FIELD) ? { [TEXT_FIELD]: passage } : {},
  }));
  answerJson(response, 200, { result: { hits }, usage: { read_units: 1, embed_total_tokens: 1 } });
}

/** The control API: sets the contents of indexes, and shows searches. */
function controlRoutes({ indexes, searches }: State): Route[] {
  return [
    {
      method: 'PUT',
      path: /^\/simulator\/indexes\/(?<name>[^/]+)$/,
      handle: ({ params: { name = '' }, body, response }) => {
        indexes.put(name, parseJsonBody(body, indexSchema));
        answerJson(response, 200, { name });
      },
    },
    {
      method: 'GET',
      path: /^\/simulator\/searches$/,
      handle: ({ response }) => answerJson(response, 200, searches),
    },
  ];
}
