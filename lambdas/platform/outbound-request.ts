import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { guardedLookup, refuseLiteralAddress } from './public-address.ts';

/** A request to a URL that a user gave us. */
export interface OutboundRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bound on the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNetworks: readonly string[];
}

/** Ports that nothing of ours is reached by: 80, 443 and everything from 1024. */
const isAllowedPort = (port: string) =>
  port === '' || port === '80' || port === '443' || Number(port) >= 1024;

/**
 * Sends it and gives the status of the answer, whose body is not read. Redirects are not followed. Throws
 * AddressRefused for an address that is not public, and any error of the connection.
 */
export async function sendOutbound({
  url,
  body,
  timeoutMs,
  allowedNetworks,
  ...options
}: OutboundRequest): Promise<number> {
  if (!isAllowedPort(url.port)) throw new Error(`The port ${url.port} is not allowed.`);
  refuseLiteralAddress(url.hostname, allowedNetworks);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      ...options,
      // A connection of its own: one that was kept open is not judged again.
      agent: false,
      lookup: guardedLookup(allowedNetworks),
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}
