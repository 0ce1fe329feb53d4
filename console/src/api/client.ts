import createClient, { type Middleware } from 'openapi-fetch';
import { ApiFault, faultOf } from './fault.ts';
import { noteReachable } from './reachability.ts';
import type { components, paths } from './schema.ts';

/** A schema of the API's document, by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The version of the API for which the console is written. */
export const API_VERSION = '2026-11';

/** A foreign page cannot send this header, so a write by cookie needs it. */
export const OWN_HEADERS = { 'x-console': '1', 'api-version': API_VERSION };

const noAnswer: Middleware = {
  onResponse: () => noteReachable(true),
  onError: ({ error }) => {
    // A request that the page itself gave up tells nothing.
    if (isAborted(error)) return undefined;
    noteReachable(false);
    return new ApiFault({ status: 0 });
  },
};

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** The API of this origin. The session's cookie signs its requests in. */
export const api = createClient<paths>({ baseUrl: location.origin, headers: OWN_HEADERS });
api.use(noAnswer);

/** What the requests of `api` resolve to. */
export interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of an answer; throws an `ApiFault` if the request failed. */
export async function bodyOf<Data>(asked: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data } = await answerTo(asked);
  return data;
}

/** The body of an answer with its response, for headers; throws an `ApiFault` if the request failed. */
export async function answerTo<Data>(
  asked: Promise<Answer<Data>>,
): Promise<{ readonly data: NonNullable<Data>; readonly response: Response }> {
  const { data, error, response } = await asked;
  if (!response.ok || data === undefined || data === null)
    throw faultOf(response.status, response.headers, error);
  return { data, response };
}

/** Sends a request whose path only data names, such as an example of the API reference. */
export async function send(
  method: 'GET' | 'POST',
  target: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(OWN_HEADERS)) headers.set(name, value);
  if (init.body !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(target, { ...init, method, headers });
    noteReachable(true);
    return response;
  } catch (error) {
    if (isAborted(error)) throw error;
    noteReachable(false);
    throw new ApiFault({ status: 0 });
  }
}

/** Like `send`, for an answer in JSON; throws an `ApiFault` if the request failed. */
export async function sendForJson(
  method: 'GET' | 'POST',
  target: string,
  init: RequestInit = {},
): Promise<unknown> {
  const response = await send(method, target, init);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw faultOf(response.status, response.headers, body);
  return body;
}
