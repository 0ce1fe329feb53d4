import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isOutboundPort } from '../../domain/fields.ts';
import { runExchange } from './bounded-exchange.ts';
import { guardedLookup, refuseLiteralAddress } from './public-address.ts';

/** A request to a URL that a user gave us. */
export interface OutboundRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bound on the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the exchange before that. */
  readonly signal?: AbortSignal;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNetworks: readonly string[];
}

/** The same with the longest body that is read of the answer, in bytes. */
type BoundedRequest = OutboundRequest & { readonly maxBytes: number };

/** A receiver's answer. */
export interface OutboundAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
  /** The header `Retry-After`. */
  readonly retryAfter: string | undefined;
}

/** The beginning of an answer's body is waited for so long after its status, in milliseconds: the status is what counts. */
const BODY_MS = 1_000;

/**
 * Sends it and gives the status of the answer with up to `maxBytes` of its body, which may never end, drip or break off. Redirects
 * are not followed. Throws AddressRefused for an address that is not public, and any error of the connection.
 */
export async function sendOutbound(request: BoundedRequest): Promise<OutboundAnswer> {
  return exchange(request, async (response) => ({
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    body: await readBeginning(response, request.maxBytes),
  }));
}

/**
 * Sends it and gives the status and the text of the answer. Redirects are not followed. Throws AddressRefused, any error of the
 * connection, and an error when the body is longer than `maxBytes`.
 */
export async function fetchOutbound(request: BoundedRequest): Promise<{
  readonly status: number;
  readonly body: string;
}> {
  return exchange(request, async (response) => ({
    status: response.statusCode ?? 0,
    body: await readBody(response, request.maxBytes),
  }));
}

async function exchange<T>(
  { url, body, timeoutMs, maxBytes, allowedNetworks, signal, ...options }: BoundedRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  if (!['http:', 'https:'].includes(url.protocol)) throw new Error('Only http and https are allowed.');
  if (!isOutboundPort(url.port)) throw new Error(`The port ${url.port} is not allowed.`);
  refuseLiteralAddress(url.hostname, allowedNetworks);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    ...options,
    // A connection of its own: one that was kept open is not judged again.
    agent: false,
    lookup: guardedLookup(allowedNetworks),
  });
  const exchange = runExchange(request, { timeoutMs, signal, maxBytes }, read);
  request.end(body);
  return exchange;
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function readBeginning(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const enough = setTimeout(() => response.destroy(), BODY_MS);
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // What came before it broke off is all there is.
  } finally {
    clearTimeout(enough);
  }
  // A character that was cut in two is left out.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes), { stream: true });
}
