import type { IncomingMessage } from 'node:http';

/** Headers as events carry them: the last value of each, and every value of each, under the client's spelling. */
export interface EventHeaders {
  readonly headers: Record<string, string>;
  readonly multiValueHeaders: Record<string, string[]>;
}

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

/** The client's headers with those that API Gateway adds, for an event. */
export function eventHeaders(request: IncomingMessage, traceId: string): EventHeaders {
  const collected = new Map<string, { name: string; values: string[] }>();
  const add = (name: string, value: string) => {
    const known = collected.get(name.toLowerCase());
    if (known) known.values.push(value);
    else collected.set(name.toLowerCase(), { name, values: [value] });
  };
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? '';
    if (!HOP_BY_HOP.has(name.toLowerCase())) add(name, request.rawHeaders[index + 1] ?? '');
  }
  const replace = (name: string, value: string) =>
    collected.set(name.toLowerCase(), { name, values: [value] });
  const forwarded = collected.get('x-forwarded-for')?.values ?? [];
  replace('X-Forwarded-For', [...forwarded, sourceIpOf(request)].join(', '));
  replace('X-Forwarded-Port', String(request.socket.localPort ?? ''));
  replace('X-Forwarded-Proto', 'http');
  if (!collected.has('x-amzn-trace-id')) add('X-Amzn-Trace-Id', traceId);
  const all = [...collected.values()];
  return {
    headers: Object.fromEntries(all.map(({ name, values }) => [name, values.at(-1) ?? ''])),
    multiValueHeaders: Object.fromEntries(all.map(({ name, values }) => [name, values])),
  };
}

/** Address of the client; IPv4-mapped addresses as IPv4. */
export function sourceIpOf(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}
