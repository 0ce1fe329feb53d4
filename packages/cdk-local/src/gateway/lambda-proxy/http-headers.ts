import type { IncomingMessage } from 'node:http';

/** Headers of one connection, which API Gateway does not pass on. */
const HOP_BY_HOP = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
]);

/** The client's headers and those that API Gateway adds, for an event: the last value of each, under the client's spelling. */
export function eventHeaders(request: IncomingMessage, traceId: string): Readonly<Record<string, string>> {
  const collected = new Map<string, readonly [name: string, value: string]>();
  const set = (name: string, value: string) => collected.set(name.toLowerCase(), [name, value]);
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? '';
    if (!HOP_BY_HOP.has(name.toLowerCase())) set(name, request.rawHeaders[index + 1] ?? '');
  }
  const forwarded = request.headersDistinct['x-forwarded-for'] ?? [];
  set('X-Forwarded-For', [...forwarded, sourceIpOf(request)].join(', '));
  set('X-Forwarded-Port', String(request.socket.localPort ?? ''));
  set('X-Forwarded-Proto', 'http');
  if (!collected.has('x-amzn-trace-id')) set('X-Amzn-Trace-Id', traceId);
  return Object.fromEntries(collected.values());
}

/** Address of the client; IPv4-mapped addresses as IPv4. */
export function sourceIpOf(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}
