import type { z } from 'zod';
import { parseJsonBody, type Route, route } from '../http/http-server.ts';
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
  return [
    route('PUT', '/simulator/rules', ({ body }) => ({ id: book.prepend(parseJsonBody(body, rulesSchema)) })),
    route('DELETE', '/simulator/rules/{id}', ({ params: { id = '' } }) => {
      book.remove(id);
      return {};
    }),
    route('DELETE', '/simulator/rules', () => {
      book.reset();
      return {};
    }),
    route('GET', '/simulator/requests', ({ url }) => {
      const text = url.searchParams.get('containing');
      return text === null ? log.latest : log.containing(text);
    }),
    route('PUT', '/simulator/models/{name}', ({ params: { name = '' }, body }) => {
      models.set(name, parseJsonBody(body, traits));
      return { name };
    }),
  ];
}
