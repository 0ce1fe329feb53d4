import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { RawAnswer } from './answers.ts';
import { RAW_JSON } from './damage.ts';
import type { PlannedRequest } from './requests.ts';

const agent = new Agent({ keepAlive: true });

/** The URL and the token of requests. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
}

/** A request in its wire format. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
}

/** Writes a request in its wire format. */
export function written({ method, path, query, headers, body, text }: PlannedRequest): WireRequest {
  const pairs = query.map(([name, value]) =>
    name === ''
      ? encodeURI(String(value)).replaceAll('%25', '%')
      : `${name}=${encodeURIComponent(String(value).toWellFormed())}`,
  );
  const sent = text ?? (body === undefined ? undefined : jsonOf(body));
  return {
    method,
    target: `${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    text: sent,
  };
}

function jsonOf(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"<[a-z ]+>"/g, (quoted) => RAW_JSON[quoted.slice(1, -1)] ?? quoted);
}

/** Sends a request, and repeats it after a 429. Returns every answer, the last one at the end. */
export async function sendPatiently(target: Target, request: WireRequest): Promise<RawAnswer[]> {
  const answer = await send(target, request);
  if (answer.status !== 429) return [answer];
  await wait(200);
  return [answer, ...(await sendPatiently(target, request))];
}

async function send(
  { baseUrl, token }: Target,
  { method, target, headers, text }: WireRequest,
): Promise<RawAnswer> {
  const sending = httpRequest(`${baseUrl}`, {
    method,
    path: target,
    agent,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  sending.end(text);
  const [answer]: IncomingMessage[] = (await once(sending, 'response')) as IncomingMessage[];
  if (!answer) throw new Error('There was no answer.');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers as RawAnswer['headers'],
    text: Buffer.concat(chunks).toString(),
  };
}
