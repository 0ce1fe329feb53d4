import type { InputOf, ItemOf, Last, ListPath, PathOf, ResultOf } from './api-types.ts';
import { type Page, pageOf } from './pages.ts';
import { type Answer, type ClientOptions, type Input, type RequestOptions, request } from './request.ts';

export type { ItemOf, ListPath, ResultOf, Schema, WebhookEvent } from './api-types.ts';
export * from './errors.ts';
export type { Page } from './pages.ts';
export { type Answer, API_VERSION, type ClientOptions, type RequestOptions } from './request.ts';
export { mayPass } from './retries.ts';
export type { components, operations, paths, webhooks } from './schema.ts';

type Init<Method extends 'get' | 'post', Path extends PathOf<Method>> = InputOf<Method, Path> &
  RequestOptions;

/** Sends requests to the API. Each path is that of the API's document, which gives it its types. */
export class Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Reads. Resolves with the answer's body. */
  async get<Path extends PathOf<'get'>>(
    path: Path,
    ...[init]: Last<Init<'get', Path>>
  ): Promise<ResultOf<'get', Path>> {
    return (await this.request<ResultOf<'get', Path>>('GET', path, init)).data;
  }

  /** Creates, changes or deletes, at most once: every attempt has the same `Idempotency-Key`. */
  async post<Path extends PathOf<'post'>>(
    path: Path,
    ...[init]: Last<Init<'post', Path>>
  ): Promise<ResultOf<'post', Path>> {
    return (await this.request<ResultOf<'post', Path>>('POST', path, init)).data;
  }

  /** Like `get` or `post`, with the response and the record's revision. */
  send<Method extends 'GET' | 'POST', Path extends PathOf<Lowercase<Method>>>(
    method: Method,
    path: Path,
    ...[init]: Last<Init<Lowercase<Method>, Path>>
  ): Promise<Answer<ResultOf<Lowercase<Method>, Path>>> {
    return this.request(method, path, init);
  }

  /** One page of a list. */
  async page<Path extends ListPath>(
    path: Path,
    ...[init]: Last<Init<'get', Path>>
  ): Promise<Page<ItemOf<Path>>> {
    return pageOf(await this.request('GET', path, init));
  }

  /** The records of a list, page after page. */
  async *list<Path extends ListPath>(
    path: Path,
    ...[init]: Last<Init<'get', Path>>
  ): AsyncGenerator<ItemOf<Path>, void, undefined> {
    const { query, ...options }: Input & RequestOptions = init ?? {};
    let page: Page<ItemOf<Path>> | undefined;
    do {
      const place = page?.next === undefined ? { page: page?.nextPage } : { cursor: page.next };
      page = pageOf(await this.request('GET', path, { ...options, query: { ...query, ...place } }));
      yield* page.items;
    } while (page.next !== undefined || page.nextPage !== undefined);
  }

  /** A request whose path or body only data names. You say what type its answer has. */
  request<Data = unknown>(
    method: 'GET' | 'POST',
    target: string,
    init: Input & RequestOptions = {},
  ): Promise<Answer<Data>> {
    return request(this.#options, method, target, init);
  }
}

/** A client of the service at `baseUrl`. */
export const createClient = (options: ClientOptions): Client => new Client(options);
