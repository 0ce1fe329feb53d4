import { z } from 'zod';
import { answerJson, type Route, type RunningServer, startHttpServer } from '../http/http-server.ts';
import { parseJsonBody } from '../http/parse-json-body.ts';
import { Accounts } from './accounts.ts';
import { completionRoutes } from './completions.ts';
import { RequestLog } from './request-log.ts';
import { type RuleInput, rulesSchema } from './rules.ts';
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
  const server = await startHttpServer(options.port ?? 0, [
    ...completionRoutes({ book, log, accounts }),
    ...controlRoutes({ book, log, accounts }),
  ]);
  return { url: `${server.url}/v1`, close: server.close };
}

interface ModelState {
  readonly book: ScriptBook;
  readonly log: RequestLog;
  readonly accounts: Accounts;
}

const accountSchema = z.strictObject({ api_key: z.string().min(1) });

/** The control API: sets the model's rules and accounts, and shows its requests. */
function controlRoutes({ book, log, accounts }: ModelState): Route[] {
  const rulesPath = /^\/simulator\/rules$/;
  return [
    {
      method: 'PUT',
      path: rulesPath,
      handle: ({ body, response }) => {
        const rules = parseJsonBody(body, rulesSchema);
        book.prepend(rules);
        answerJson(response, 200, { prepended: rules.length });
      },
    },
    {
      method: 'DELETE',
      path: rulesPath,
      handle: ({ response }) => {
        book.reset();
        answerJson(response, 200, { prepended: 0 });
      },
    },
    {
      method: 'GET',
      path: /^\/simulator\/requests$/,
      handle: ({ response }) => answerJson(response, 200, log.entries),
    },
    {
      method: 'PUT',
      path: /^\/simulator\/accounts\/(?<name>[^/]+)$/,
      handle: ({ params: { name = '' }, body, response }) => {
        accounts.add(name, parseJsonBody(body, accountSchema).api_key);
        answerJson(response, 200, { name });
      },
    },
  ];
}
