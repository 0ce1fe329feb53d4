import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** A refusal that answers the current request. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

export interface Exchange {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, string>>;
  readonly body: string;
  readonly response: ServerResponse;
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** Whether its bodies are forms. @default they are JSON */
  readonly takesForms?: boolean;
  /** Answers; or returns the JSON of a 200, if not undefined. */
  readonly handle: (exchange: Exchange) => unknown;
}

/** A route whose path has parameters in braces: `/calls/{sid}.json`. */
export function route(method: string, path: string, handle: Route['handle']): Route {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+?)');
  return { method, path: new RegExp(`^${pattern}$`), handle };
}

/** A simulated vendor that listens on loopback. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Largest request body in bytes: far above any real call or completion request. */
const MAX_BODY_BYTES = 8_000_000;

/** Milliseconds that an idle connection stays open. A client closes its own before that. */
const KEEP_ALIVE_MS = 120_000;

/** Serves routes on a free port of 127.0.0.1. */
export async function startHttpServer(routes: readonly Route[]): Promise<RunningServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(routes, request, response).catch((error: unknown) => fail(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  refuseForeign(request);
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await receive(request);
  for (const route of routes) {
    const match = route.method === request.method ? route.path.exec(url.pathname) : null;
    if (!match) continue;
    const type = route.takesForms ? 'application/x-www-form-urlencoded' : 'application/json';
    if (body !== '' && !request.headers['content-type']?.toLowerCase().startsWith(type))
      throw new HttpError(415, { message: `The header Content-Type must be ${type}.` });
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decode(value)]),
    );
    const json = await route.handle({ url, headers: request.headers, params, body, response });
    if (json !== undefined) answerJson(response, 200, json);
    return;
  }
  throw new HttpError(404, { message: `There is nothing at ${request.method} ${url.pathname}.` });
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Throws for requests from foreign pages, even if their names resolve to this machine (DNS rebinding). */
function refuseForeign({ headers, socket }: IncomingMessage): void {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  const own = LOOPBACK.map((name) => `${name}:${socket.localPort}`);
  const isOwn = origin === undefined || own.some((each) => origin === `http://${each}`);
  if (!own.includes(host.toLowerCase()) || !isOwn || !['none', 'same-origin'].includes(String(site)))
    throw new HttpError(403, { message: `This server is ${own[0]}, and answers to no other page.` });
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new HttpError(422, { message: `"${value}" is not a valid percent-encoded path segment.` });
  }
}

async function receive(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new HttpError(413, { message: 'The request body is too large.' });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (error instanceof HttpError) {
    answerJson(response, error.status, error.body);
    return;
  }
  answerJson(response, 500, { message: error instanceof Error ? error.message : String(error) });
}

/** Parses a JSON body. Throws what `refuse` makes of the reason if it is invalid. */
export function readBody<T>(body: string, schema: z.ZodType<T>, refuse: (reason: string) => HttpError): T {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw refuse('The body is not JSON.');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refuse(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Parses the JSON body of a control request. Throws a 422 with location and reason if it is invalid. */
export function parseJsonBody<T>(body: string, schema: z.ZodType<T>): T {
  return readBody(body, schema, (message) => new HttpError(422, { message }));
}
