import { z } from 'zod';
import { CommandError } from './command-error.ts';

/** A request to the running service. */
export interface JsonRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly token?: string;
  readonly body?: unknown;
  /** A schema of zod or zod/mini. */
  readonly answer: {
    safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
  };
}

/** Milliseconds until a request times out; everything runs on this machine. */
const TIMEOUT_MS = 15_000;

const refusal = z.object({ detail: z.array(z.object({ loc: z.array(z.string()), msg: z.string() })) });

/** Sends a request and parses the answer. Throws CommandError without an answer, or after a refusal. */
export async function requestJson<T>({ method, url, token, body, answer }: JsonRequest<T>): Promise<T> {
  const response = await send(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const request = `${method} ${url.pathname}`;
  if (!response.ok) throw new CommandError(`${request} was refused (${response.status}): ${reasonIn(text)}`);
  const parsed = answer.safeParse(parseJson(text));
  if (!parsed.success) throw new CommandError(`${request} gave an unexpected answer: ${shorten(text)}`);
  return parsed.data;
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw new CommandError(`${url.origin} did not answer within ${TIMEOUT_MS / 1000} seconds.`);
    }
    throw new CommandError(`No service answers at ${url.origin}. Start it with "npm start" first.`);
  }
}

function reasonIn(text: string): string {
  const { data } = refusal.safeParse(parseJson(text));
  return data
    ? data.detail.map(({ loc, msg }) => [loc.join('.'), msg].filter(Boolean).join(': ')).join(' ')
    : shorten(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200);
