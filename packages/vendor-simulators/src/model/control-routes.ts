import type { z } from 'zod';
import { answerJson, type Route } from '../http/http-server.ts';
import { parseJsonBody } from '../http/parse-json-body.ts';
import type { RequestLog } from './request-log.ts';
import { rulesSchema } from './rules.ts';
import type { ScriptBook } from './script-book.ts';

interface Controlled<Traits> {
  readonly book: ScriptBook;
  readonly log: RequestLog;
  readonly models: { set(model: string, traits: Traits): void };
  readonly traits: z.ZodType<Traits>;
}

/** The control API of a simulated model: sets the rules and what models accept, and shows the requests. */
export function controlRoutes<Traits>({ book, log, models, traits }: Controlled<Traits>): Route[] {
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
      handle: ({ url, response }) => {
        const text = url.searchParams.get('containing');
        answerJson(response, 200, text === null ? log.latest : log.containing(text));
      },
    },
    {
      method: 'PUT',
      path: /^\/simulator\/models\/(?<name>[^/]+)$/,
      handle: ({ params: { name = '' }, body, response }) => {
        models.set(name, parseJsonBody(body, traits));
        answerJson(response, 200, { name });
      },
    },
  ];
}
