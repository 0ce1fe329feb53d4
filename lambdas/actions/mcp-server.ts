import * as z from 'zod/mini';
import { text } from '../platform/fields.ts';
import { fetchOutbound } from '../platform/outbound/outbound-request.ts';
import { isObject, tryParseJson } from '../platform/parse-json.ts';
import { headerText } from './model/marked-arguments.ts';

/** A remote server of the Model Context Protocol that speaks Streamable HTTP. */
export interface McpServer {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface McpRequest {
  readonly method: 'tools/list' | 'tools/call';
  readonly params: Readonly<Record<string, unknown>>;
  /** Headers besides those of the protocol and of the server. @default none */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Bounds {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes: number;
}

const rpcError = z.object({ code: z.number(), message: z.string() });

/** `error`: that of the protocol, if there is one. Without both, the server spoke another language than this protocol. */
export interface McpAnswer {
  readonly status: number;
  readonly result?: unknown;
  readonly error?: z.infer<typeof rpcError> | undefined;
}

/** An error before the request itself was sent: the server can have done nothing. */
export class HandshakeFailed extends Error {}

/** The revision whose requests need no handshake, and the latest of those that do. */
const MODERN = '2026-07-28';
const EARLIER = '2025-11-25';

const CLIENT = { name: 'phone-call-agents', version: '1' };

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/**
 * Sends a request of the revision without handshakes, and after its refusal one of an earlier revision. Throws what
 * fetchOutbound throws, or HandshakeFailed with it as the cause.
 */
export async function askMcpServer(
  server: McpServer,
  request: McpRequest,
  bounds: Bounds,
): Promise<McpAnswer> {
  const begunMs = performance.now();
  const post = (message: object, headers: Readonly<Record<string, string>>) =>
    exchange(server, message, {
      ...bounds,
      headers,
      timeoutMs: Math.max(1, bounds.timeoutMs - (performance.now() - begunMs)),
    });
  const { method, params, headers } = request;
  const message = { jsonrpc: '2.0', id: 1, method };
  const first = await post(
    { ...message, params: { ...params, _meta: { ...Object(params._meta), ...ENVELOPE } } },
    {
      ...headers,
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof params.name === 'string' && { 'mcp-name': headerText(params.name) }),
    },
  );
  if (!needsHandshake(first)) return first;
  const session = await shakeHands(post);
  return 'status' in session ? session : post({ ...message, params }, { ...headers, ...session.headers });
}

/** Errors before a request is looked at: it, its method, its headers or its revision is not understood. */
const NOT_UNDERSTOOD = [-32600, -32601, -32020, -32022];
/** Errors of a missing session. Servers also give them for what failed halfway, so they prove nothing by themselves. */
const NO_SESSION = [-32000, -32001];

/** How servers of earlier revisions refuse a request before they look at it. Others may have done what it asks. */
const needsHandshake = ({ status, error }: McpAnswer) =>
  [400, 404, 405, 422].includes(status) ||
  (error !== undefined &&
    (NOT_UNDERSTOOD.includes(error.code) ||
      (status >= 400 && status < 500 && NO_SESSION.includes(error.code))));

/** The headers of a session, or the answer of a server that refuses one. */
async function shakeHands(
  post: (message: object, headers: Readonly<Record<string, string>>) => Promise<Exchanged>,
): Promise<McpAnswer | { readonly headers: Readonly<Record<string, string>> }> {
  const params = { protocolVersion: EARLIER, capabilities: {}, clientInfo: CLIENT };
  try {
    const opened = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, {});
    if (!isObject(opened.result)) return opened;
    const { protocolVersion } = opened.result;
    const headers = {
      'mcp-protocol-version': typeof protocolVersion === 'string' ? headerText(protocolVersion) : EARLIER,
      ...(opened.session !== undefined && { 'mcp-session-id': opened.session }),
    };
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
    return { headers };
  } catch (cause) {
    throw new HandshakeFailed('The server did not complete the handshake.', { cause });
  }
}

interface Exchanged extends McpAnswer {
  readonly session?: string;
}

async function exchange(
  { url, headers: own = {} }: McpServer,
  message: object,
  { headers, ...bounds }: Bounds & { readonly headers: Readonly<Record<string, string>> },
): Promise<Exchanged> {
  const { signal, ...limits } = bounds;
  const answer = await fetchOutbound({
    ...limits,
    ...(signal && { signal }),
    url: new URL(url),
    method: 'POST',
    headers: {
      ...own,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'user-agent': 'phone-call-agents-actions/1',
      ...headers,
    },
    body: JSON.stringify(message),
  });
  const { status } = answer;
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
  const reply = (isStream ? messagesOf(answer.body) : [tryParseJson(answer.body)]).find(
    (one) => isObject(one) && one.id === 1,
  );
  const session = [answer.headers['mcp-session-id']].flat()[0];
  return {
    status,
    ...(isObject(reply) && { result: reply.result, error: rpcError.safeParse(reply.error).data }),
    ...(session !== undefined && { session }),
  };
}

/** The messages of a stream of server-sent events. */
const messagesOf = (stream: string): unknown[] =>
  stream.split(/\r?\n\r?\n/).map((event) =>
    tryParseJson(
      event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
        .join('\n'),
    ),
  );

const page = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.optional(text(100_000)),
      inputSchema: z.record(z.string(), z.unknown()),
    }),
  ),
  nextCursor: z.optional(z.string()),
});
export type McpTool = z.infer<typeof page>['tools'][number];

/** Bounds of a list of tools. It is asked for when an action is saved, and not during a call. */
const LIST_MS = 5_000;
const MAX_LIST_BYTES = 1024 * 1024;
const MAX_PAGES = 5;

/** The tools of a server, or what is wrong with its answer. Throws what askMcpServer throws. */
export async function listMcpTools(server: McpServer): Promise<readonly McpTool[] | string> {
  const tools: McpTool[] = [];
  const signal = AbortSignal.timeout(LIST_MS);
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const params = cursor === undefined ? {} : { cursor };
    const bounds = { timeoutMs: LIST_MS, signal, maxBytes: MAX_LIST_BYTES };
    const { status, result, error } = await askMcpServer(server, { method: 'tools/list', params }, bounds);
    if (error) return `The server refused to list its tools: ${error.message.slice(0, 500)}`;
    const { data } = page.safeParse(result);
    if (!data) return `The server has no list of tools by Streamable HTTP (HTTP status ${status}).`;
    tools.push(...data.tools);
    cursor = data.nextCursor;
    if (cursor === undefined) return tools;
  }
  return tools;
}
