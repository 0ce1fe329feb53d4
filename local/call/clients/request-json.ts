import { z } from 'zod';
import { CommandError, RefusedError } from './command-error.ts';

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

/** Sends a request and parses the answer. Throws CommandError without an answer, and RefusedError after a refusal. */
export async function requestJson<T>({ method, url, token, body, answer }: JsonRequest<T>): Promise<T> {
  const response = await send(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const request = `${method} ${url.pathname}`;
  if (!response.ok) {
    const issues = refusal.safeParse(parseJson(text)).data?.detail ?? [];
    const reasons = issues.map(({ loc, msg }) => [loc.join('.'), msg].filter(Boolean).join(': '));
    const reason = reasons.length > 0 ? reasons.join(' ') : shorten(text);
    throw new RefusedError(`${request} was refused (${response.status}): ${reason}`, issues);
  }
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
    throw new CommandError(`No service answers at ${url.origin}: is the URL right, and does it run?`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200);
