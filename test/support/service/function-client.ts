import { catalogue } from '../../../lambdas/catalogue.ts';
import { type Answer, Api } from './api.ts';
import type { FunctionApi } from './function-api.ts';

/** Sends requests to the functions of the API, as one user and without a gateway. */
export class FunctionClient extends Api {
  readonly #functions: FunctionApi;

  constructor(functions: FunctionApi) {
    super('', undefined);
    this.#functions = functions;
  }

  override async send(target: string, { method = 'GET', body, headers }: RequestInit): Promise<Answer> {
    const { pathname, searchParams } = new URL(target, 'http://functions');
    const path = pathname.replace(/\/$/, '');
    const [name] =
      Object.entries(catalogue).find(([, each]) => each.path === path && each.method === method) ?? [];
    if (name === undefined) throw new Error(`There is no operation ${method} ${path}.`);
    const answer = await this.#functions.run(name, {
      query: Object.fromEntries(searchParams),
      text: typeof body === 'string' ? body : undefined,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...Object.fromEntries(new Headers(headers)),
      },
    });
    return { ...answer, headers: new Headers(answer.headers as Record<string, string>) };
  }
}
