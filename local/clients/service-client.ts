import { z } from 'zod';
import { CommandError } from '../../bin/command.ts';
import type { Connection } from '../../bin/connection-file.ts';
import { tryParseJson } from '../../lambdas/platform/parse-json.ts';

/** The service refused a request; `loc` locates the issue in the request. */
export class RefusedError extends CommandError {
  readonly issues: readonly { readonly loc: readonly string[]; readonly msg: string }[];

  constructor(message: string, issues: RefusedError['issues']) {
    super(message);
    this.issues = issues;
  }
}

/** A request to the running service or to a simulator. */
interface JsonRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly token?: string;
  readonly body?: unknown;
  readonly answer: z.core.$ZodType<T>;
}

/** Milliseconds until a request times out; everything runs on this machine. */
const TIMEOUT_MS = 15_000;

const refusal = z.object({ detail: z.array(z.object({ loc: z.array(z.string()), msg: z.string() })) });

/** Sends a request and parses the response. Throws RefusedError if refused, and CommandError without a response. */
export async function requestJson<T>({ method, url, token, body, answer }: JsonRequest<T>): Promise<T> {
  const response = await send(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const content = tryParseJson(text);
  const request = `${method} ${url.pathname}`;
  if (!response.ok) {
    const issues = refusal.safeParse(content).data?.detail ?? [];
    const reasons = issues.map(({ loc, msg }) => [loc.join('.'), msg].filter(Boolean).join(': '));
    const reason = reasons.length > 0 ? reasons.join(' ') : shorten(text);
    throw new RefusedError(`${request} was refused (${response.status}): ${reason}`, issues);
  }
  const parsed = z.safeParse(answer, content);
  if (!parsed.success) throw new CommandError(`${request} gave an unexpected answer: ${shorten(text)}`);
  return parsed.data;
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new CommandError(`${url.origin} did not answer within ${TIMEOUT_MS / 1000} seconds.`);
    throw new CommandError(
      `No service answers at ${url.origin}: is the URL right, and is the service running?`,
    );
  }
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200);

const record = z.object({ id: z.string() });

/** The parts of the public API that several commands need. */
export class ServiceClient {
  readonly #connection: Pick<Connection, 'base_url' | 'access_token'>;

  constructor(connection: Pick<Connection, 'base_url' | 'access_token'>) {
    this.#connection = connection;
  }

  /** Creates an agent. Returns its id. */
  async createAgent(body: Readonly<Record<string, unknown>>): Promise<string> {
    return (await this.post('agents/create', record, body)).id;
  }

  protected get<T>(path: string, answer: z.core.$ZodType<T>): Promise<T> {
    return requestJson({ method: 'GET', ...this.#to(path), answer });
  }

  protected post<T>(path: string, answer: z.core.$ZodType<T>, body?: unknown): Promise<T> {
    return requestJson({ method: 'POST', ...this.#to(path), answer, body });
  }

  #to(path: string) {
    const { base_url: base, access_token: token } = this.#connection;
    return { url: new URL(`${base.replace(/\/+$/, '')}/v1/${path}`), token };
  }
}
