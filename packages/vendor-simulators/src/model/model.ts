import { z } from 'zod';
import { answerJson, type Route, type RunningServer, startHttpServer } from '../http/http-server.ts';
import { parseJsonBody } from '../http/parse-json-body.ts';
import { Accounts } from './accounts.ts';
import { completionRoutes } from './completions.ts';
import { controlRoutes } from './control-routes.ts';
import { LimitedModels, modelTraitsSchema } from './model-traits.ts';
import { PromptCache } from './prompt-cache.ts';
import { RequestLog } from './request-log.ts';
import type { RuleInput } from './rules.ts';
import { ScriptBook } from './script-book.ts';

export interface ModelOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** The bearer token that requests must carry; without one, everyone may use the model. */
  readonly apiKey?: string;
  /** Rules before those of the default conversation. */
  readonly replies?: readonly RuleInput[];
}

/** Starts a scripted language model behind the chat-completions API; its `url` is the API's base and ends in `/v1`. */
export async function startModel(options: ModelOptions = {}): Promise<RunningServer> {
  const book = new ScriptBook(options.replies ?? []);
  const log = new RequestLog();
  const accounts = new Accounts(options.apiKey);
  const limited = new LimitedModels();
  const server = await startHttpServer(options.port ?? 0, [
    ...completionRoutes({ book, log, accounts, cache: new PromptCache(), limited }),
    ...controlRoutes({ book, log, models: limited, traits: modelTraitsSchema }),
    accountRoute(accounts),
  ]);
  return { url: `${server.url}/v1`, close: server.close };
}

const accountSchema = z.strictObject({ api_key: z.string().min(1) });

const accountRoute = (accounts: Accounts): Route => ({
  method: 'PUT',
  path: /^\/simulator\/accounts\/(?<name>[^/]+)$/,
  handle: ({ params: { name = '' }, body, response }) => {
    accounts.add(name, parseJsonBody(body, accountSchema).api_key);
    answerJson(response, 200, { name });
  },
});
