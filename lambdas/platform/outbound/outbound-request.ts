import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isOutboundPort } from '../fields.ts';
import { readVariable } from '../variables/variable.ts';
import { runExchange } from './bounded-exchange.ts';
import { decodeText } from './decode-text.ts';
import { guardedLookup, refuseLiteralAddress } from './public-address.ts';
import { outboundAllowedNetworks } from './settings.ts';

export interface OutboundRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The same with the maximum body in bytes. */
type BoundedRequest = OutboundRequest & { readonly maxBytes: number };

export interface OutboundAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

/** Milliseconds to wait for the body after the status, which matters more. */
const BODY_MS = 1_000;

/** Sends a request without following redirects. Returns the status and up to `maxBytes` of the body. */
export async function sendOutbound(request: BoundedRequest): Promise<OutboundAnswer> {
  return exchange(request, async (response) => ({
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    body: await readBeginning(response, request.maxBytes),
  }));
}

/** Sends a request without following redirects. Throws AddressRefused, and if the body exceeds `maxBytes`. */
export async function fetchOutbound(request: BoundedRequest): Promise<{
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}> {
  return exchange(request, async (response) => ({
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await readBody(response, request.maxBytes),
  }));
}

async function exchange<T>(
  { url, body, timeoutMs, maxBytes, signal, method, headers }: BoundedRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  if (!['http:', 'https:'].includes(url.protocol)) throw new Error('Only http and https are allowed.');
  if (!isOutboundPort(url.port)) throw new Error(`The port ${url.port} is not allowed.`);
  const allowedNetworks = readVariable(outboundAllowedNetworks);
  refuseLiteralAddress(url.hostname, allowedNetworks);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    method,
    headers,
    // A new connection: a reused one would not be checked again.
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
  const text = decodeText(Buffer.concat(chunks), response.headers['content-type']);
  // The text may be three times as long in UTF-8.
  if (Buffer.byteLength(text) > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes.`);
  return text;
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
    // Keep what arrived before the body was cut off.
  } finally {
    clearTimeout(enough);
  }
  // Drops an incomplete last character.
  const beginning = Buffer.concat(chunks).subarray(0, maxBytes);
  return decodeText(beginning, response.headers['content-type'], { stream: true });
}
