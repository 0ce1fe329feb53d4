import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  type CreateMcpHandlerOptions,
  createMcpHandler,
  type McpServer,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Peer, type PeerRequest } from '../peer.ts';

type Fetch = (request: Request) => Promise<Response>;

/** A server of the Model Context Protocol, made by its SDK; it notes what it is asked. */
export class McpPeer extends Peer {
  readonly asked: PeerRequest[] = [];

  private constructor(answer: Fetch) {
    super(async (request, response) => {
      this.asked.push(request);
      await answerWith(answer, request, response);
    });
  }

  /** A server of the revision without sessions, and of earlier ones unless `legacy` says otherwise. */
  static of(factory: McpServerFactory, options?: CreateMcpHandlerOptions): McpPeer {
    return new McpPeer(createMcpHandler(factory, options).fetch);
  }

  /** A server of 2025, which demands a handshake and its session. */
  static withSessions(make: () => McpServer): McpPeer {
    const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
    const opened = async () => {
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await make().connect(transport);
      return transport;
    };
    return new McpPeer(async (request) => {
      const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
      return (known ?? (await opened())).handleRequest(request);
    });
  }
}

export const SERVER = { name: 'shop', version: '1.0.0' };

async function answerWith(fetch: Fetch, { method, target, headers, text }: PeerRequest, out: ServerResponse) {
  const given = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const answer = await fetch(
    new Request(`http://127.0.0.1${target}`, { method, headers: given, body: text || null }),
  );
  out.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) out.write(chunk);
  out.end();
}
