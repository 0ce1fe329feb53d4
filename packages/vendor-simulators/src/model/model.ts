import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  type Exchange,
  parseJsonBody,
  type RunningServer,
  readBody,
  route,
  startHttpServer,
} from '../http/http-server.ts';
import { controlRoutes } from './control-routes.ts';
import { giveAnswer } from './give-answer.ts';
import { LimitedModels, ModelError, modelTraitsSchema } from './model-traits.ts';
import { RequestLog, untilGone } from './request-log.ts';
import type { RuleInput } from './rules.ts';
import { completionRequestSchema, ScriptBook } from './script-book.ts';

/** The accounts that may use the model: the platform's, and added ones. */
class Accounts {
  readonly #keys = new Map<string, string>();
  readonly #isOpen: boolean;

  /** Without a key, everyone may use the model. */
  constructor(platformKey: string | undefined) {
    this.#isOpen = platformKey === undefined;
    if (platformKey !== undefined) this.add('platform', platformKey);
  }

  add(name: string, key: string): void {
    this.#keys.set(name, key);
  }

  /** The name of the request's account. Throws if it has none. */
  nameOf(authorization: string | undefined): string {
    if (this.#isOpen) return 'platform';
    const given = digest(authorization ?? '');
    for (const [name, key] of this.#keys) if (timingSafeEqual(digest(`Bearer ${key}`), given)) return name;
    // Some vendors repeat the key, or most of it.
    const message = `Incorrect API key provided: ${authorization?.replace('Bearer ', '') ?? 'none'}.`;
    throw new ModelError(401, 'invalid_request_error', 'invalid_api_key', message);
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

interface ModelState {
  readonly book: ScriptBook;
  readonly log: RequestLog;
  readonly accounts: Accounts;
  readonly limited: LimitedModels;
}

async function complete(
  { book, log, accounts, limited }: ModelState,
  { headers, body, response }: Exchange,
): Promise<void> {
  const account = accounts.nameOf(headers.authorization);
  const request = readBody(body, completionRequestSchema, refuse);
  const entry = log.open(JSON.parse(body), account);
  await untilGone(response, entry, async (signal) => {
    limited.check(request);
    await giveAnswer({ request, decision: book.decide(request), entry, response, signal });
  });
}

const refuse = (message: string) => new ModelError(400, 'invalid_request_error', null, message);

export interface ModelOptions {
  /** The bearer token that requests must carry; without one, everyone may use the model. */
  readonly apiKey?: string;
  /** Rules before those of the default conversation. */
  readonly replies?: readonly RuleInput[];
  /** Advice on getting a real model, after words that no rule matches. */
  readonly advice?: string;
}

/** Starts a scripted language model behind the chat-completions API; its `url` is the API's base and ends in `/v1`. */
export async function startModel(options: ModelOptions = {}): Promise<RunningServer> {
  const book = new ScriptBook(options.replies, options.advice);
  const log = new RequestLog();
  const accounts = new Accounts(options.apiKey);
  const limited = new LimitedModels();
  const server = await startHttpServer([
    route('POST', '/v1/chat/completions', (exchange) => complete({ book, log, accounts, limited }, exchange)),
    route('GET', '/v1/models', ({ headers }) => {
      accounts.nameOf(headers.authorization);
      // The only model. Requests may name any other.
      return { object: 'list', data: [{ id: 'scripted', object: 'model', created: 0, owned_by: 'local' }] };
    }),
    ...controlRoutes({ book, log, models: limited, traits: modelTraitsSchema }),
    route('PUT', '/simulator/accounts/{name}', ({ params: { name = '' }, body }) => {
      accounts.add(name, parseJsonBody(body, z.strictObject({ api_key: z.string().min(1) })).api_key);
      return { name };
    }),
  ]);
  return { url: `${server.url}/v1`, close: server.close };
}
