import { z } from 'zod';
import { tryParseJson } from '../../../../lambdas/platform/parse-json.ts';
import { CommandError } from '../errors.ts';

interface JsonRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly body?: unknown;
  readonly answer: z.core.$ZodType<T>;
  /** Milliseconds until the request times out; everything runs on this machine. @default TIMEOUT_MS */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/** Sends a request and parses the response. Throws CommandError if it is refused, or without a response. */
export async function requestJson<T>(request: JsonRequest<T>): Promise<T> {
  const { method, url, body, answer, timeoutMs = TIMEOUT_MS } = request;
  const response = await send(url, timeoutMs, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const name = `${method} ${url.pathname}`;
  if (!response.ok) throw new CommandError(`${name} was refused (${response.status}): ${shorten(text)}`);
  const parsed = z.safeParse(answer, tryParseJson(text));
  if (!parsed.success) throw new CommandError(`${name} gave an unexpected answer: ${shorten(text)}`);
  return parsed.data;
}

async function send(url: URL, timeoutMs: number, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new CommandError(`${url.origin} did not answer within ${timeoutMs / 1000} seconds.`);
    throw new CommandError(
      `No service answers at ${url.origin}: is the URL right, and is the service running?`,
    );
  }
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200);
