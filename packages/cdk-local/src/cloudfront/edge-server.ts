import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { guard } from '../guard.ts';
import { listenOnPort } from '../listen-on-port.ts';
import type { LoadedAssembly } from '../template/load.ts';
import { type DeployedFile, readDeployedFiles } from './deployed-files.ts';
import type { EdgeRequest } from './edge-function.ts';
import { type Distribution, readDistribution } from './read-distribution.ts';

/** A server for a distribution, if the templates contain one. */
export interface EdgeServer {
  readonly url: string;
  /** Serves the stacks' distribution, if there is one. Throws for unsupported properties. */
  start(stacks: {
    readonly assembly: LoadedAssembly;
    /** Where the APIs are served, without stages. */
    readonly apiUrl: string;
    readonly report: (line: string) => void;
  }): Promise<void>;
  close(): Promise<void>;
}

/** Listens on loopback, at this port if it is free. */
export async function listenAtEdge(preferredPort: number): Promise<EdgeServer> {
  const server = createServer();
  const port = await listenOnPort(server, preferredPort).catch(() => listenOnPort(server, 0));
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    start: async ({ assembly, apiUrl, report }) => {
      const distribution = readDistribution(assembly.resources);
      if (!distribution) return close();
      const parts = { distribution, apiUrl, files: readDeployedFiles(assembly, distribution.bucket) };
      server.on(
        'request',
        guard((message, response) => {
          answer(message, response, parts).catch((error: unknown) => {
            report(`The distribution failed: ${error instanceof Error ? error.message : error}`);
            if (response.headersSent) response.destroy();
            else response.writeHead(502).end();
          });
        }),
      );
    },
    close,
  };
}

interface Parts {
  readonly distribution: Distribution;
  readonly files: ReadonlyMap<string, DeployedFile>;
  readonly apiUrl: string;
}

async function answer(message: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const { files, api } = parts.distribution;
  const { method = '', url = '/' } = message;
  const [uri = '/', ...query] = url.split('?');
  const isForApi = uri.startsWith(api.prefix);
  const { methods, onRequest, setHeaders } = isForApi ? api : files;
  if (!methods.includes(method)) {
    response.writeHead(403).end();
    return;
  }
  for (const [name, text] of Object.entries(setHeaders)) response.setHeader(name, text);
  const result = onRequest({ method, uri, ...headersOf(message) });
  if ('statusCode' in result) {
    setOthers(
      response,
      Object.entries(result.headers).map(([name, { value }]) => [name, value]),
    );
    response.writeHead(result.statusCode).end(result.body);
  } else if (isForApi) {
    const asked = { ...result, uri: [result.uri, ...query].join('?') };
    await askApi(asked, message, { response, apiUrl: parts.apiUrl });
  } else await sendFile(parts.files.get(result.uri.slice(1)), response);
}

/** The headers of a request as a function gets them: cookies are apart from the others. */
function headersOf({ headers: { cookie = '', ...others } }: IncomingMessage) {
  const pairs = cookie.split(/; */).map((pair) => pair.split('='));
  const values = (all: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(all.map(([name, text]) => [name, { value: String(text) }]));
  return {
    headers: values(Object.entries(others)),
    cookies: values(pairs.map(([name = '', ...text]) => [name, text.join('=')])),
  };
}

/** Sets headers, but for those of the distribution. */
function setOthers(
  response: ServerResponse,
  headers: readonly (readonly [string, string | string[]])[],
): void {
  for (const [name, text] of headers) if (!response.hasHeader(name)) response.setHeader(name, text);
}

/** Headers of a connection. */
const OWN = ['connection', 'host', 'keep-alive', 'transfer-encoding'];

async function askApi(
  { method, uri, headers, cookies }: EdgeRequest,
  message: IncomingMessage,
  { response, apiUrl }: { readonly response: ServerResponse; readonly apiUrl: string },
): Promise<void> {
  const origin = httpRequest(apiUrl, { method, path: uri });
  for (const [name, { value }] of Object.entries(headers))
    if (!OWN.includes(name)) origin.setHeader(name, value);
  const pairs = Object.entries(cookies).map(([name, { value }]) => `${name}=${value}`);
  if (pairs.length > 0) origin.setHeader('cookie', pairs.join('; '));
  const [[answered]] = await Promise.all([
    once(origin, 'response') as Promise<[IncomingMessage]>,
    pipeline(message, origin),
  ]);
  setOthers(
    response,
    Object.entries(answered.headers).flatMap(([name, text]) =>
      text === undefined || OWN.includes(name) ? [] : [[name, text]],
    ),
  );
  response.writeHead(answered.statusCode ?? 502);
  await pipeline(answered, response);
}

async function sendFile(file: DeployedFile | undefined, response: ServerResponse): Promise<void> {
  if (!file) {
    // S3 tells only callers that may list the bucket that an object does not exist.
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<Error><Code>AccessDenied</Code></Error>');
    return;
  }
  const body = await readFile(file.path);
  response.writeHead(200, { ...file.headers, 'content-length': body.length }).end(body);
}
