import { answerJson, type Route, type RunningServer, startHttpServer } from '../http/http-server.ts';
import { parseJsonBody } from '../http/parse-json-body.ts';
import { completionRoutes } from './completions.ts';
import { RequestLog } from './request-log.ts';
import { type RuleInput, rulesSchema } from './rules.ts';
import { ScriptBook } from './script-book.ts';

export interface ModelOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** The bearer token that requests must carry; without one, anybody may ask. */
  readonly apiKey?: string;
  /** Rules that come before those of the default conversation. */
  readonly replies?: readonly RuleInput[];
}

/** Starts a scripted language model behind the chat-completions API; its `url` is the API's base and ends in `/v1`. */
export async function startModel(options: ModelOptions = {}): Promise<RunningServer> {
  const book = new ScriptBook(options.replies ?? []);
  const log = new RequestLog();
  const server = await startHttpServer(options.port ?? 0, [
    ...completionRoutes({ book, log, apiKey: options.apiKey }),
    ...controlRoutes(book, log),
  ]);
  return { url: `${server.url}/v1`, close: server.close };
}

/** The simulator's own side: what the model says, and what it has been asked. */
function controlRoutes(book: ScriptBook, log: RequestLog): Route[] {
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
  ];
}
