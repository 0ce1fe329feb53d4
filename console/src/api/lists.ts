import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, answerTo, api, bodyOf, type Schema } from './client.ts';
import type { paths } from './schema.ts';

/** A page of a list, with where to go on. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
  /** The number of records of the whole list, where the API tells it. */
  readonly total?: number | undefined;
  readonly totalIsEstimated?: boolean | undefined;
}

/** The filters of the list of calls that the API knows. */
type CallQuery = NonNullable<paths['/v1/calls/list']['get']['parameters']['query']>;
export type CallFilters = {
  readonly [Name in Exclude<keyof CallQuery, 'page' | 'size' | 'cursor' | `sort_${string}`>]?:
    | CallQuery[Name]
    | undefined;
};

/** A call in the list. */
export type ListedCall = Schema<'ListedCall'>;

/** One page of calls. */
export async function callsPage(
  filters: CallFilters,
  { cursor, size = 100, signal }: { cursor?: string | undefined; size?: number; signal?: AbortSignal },
): Promise<ListPage<ListedCall>> {
  const query = withoutMissing({ ...filters, size, cursor });
  const { data, response } = await answerTo(
    api.GET('/v1/calls/list', { params: { query }, ...(signal && { signal }) }),
  );
  const next = nextCursor(response.headers.get('link'));
  return { items: data.items, next, total: data.total, totalIsEstimated: data.total_is_estimated };
}

/** The object without its missing fields: the API must not see `undefined`. */
export function withoutMissing<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined && field !== ''),
  ) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}

/** Pages of a list that answers a bare array with a `Link`. */
export function pagesOf<Item>(
  key: readonly unknown[],
  ask: (cursor: string | undefined) => Promise<ListPage<Item>>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: ListPage<Item>) => next,
  });
}

/** Records on a page of a list. */
const size = 100;

/** What asks for a page of a list of records. */
interface PageQuery {
  readonly size: number;
  readonly cursor?: string;
}

/** One page of a list. */
export async function pageOf<Item>(
  asked: Promise<Answer<readonly Item[] | { readonly items: readonly Item[] }>>,
): Promise<ListPage<Item>> {
  const { data, response } = await answerTo(asked);
  return {
    items: 'items' in data ? data.items : data,
    next: nextCursor(response.headers.get('link')),
  };
}

/** The records of a list, page after page, until there are enough. `isCut`: there are more. */
export async function firstPages<Item>(
  ask: (cursor: string | undefined) => Promise<ListPage<Item>>,
  isEnough: (items: readonly Item[], pages: number) => boolean,
): Promise<{ readonly items: readonly Item[]; readonly isCut: boolean }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await ask(cursor);
    items.push(...page.items);
    cursor = page.next;
    pages += 1;
  } while (cursor !== undefined && !isEnough(items, pages));
  return { items, isCut: cursor !== undefined };
}

/** All records of a list. Only for lists that a quota bounds. */
export async function allOf<Item>(
  ask: (query: PageQuery) => Promise<Answer<{ readonly items: readonly Item[] }>>,
): Promise<readonly Item[]> {
  const { items } = await firstPages(
    (cursor) => pageOf(ask(withoutMissing({ size, cursor }))),
    () => false,
  );
  return items;
}

/** All agents, with their settings and the ids of their records. */
export const agentsList = queryOptions({
  queryKey: ['agents'],
  queryFn: () => allOf((query) => api.GET('/v1/agents/list', { params: { query } })),
  staleTime: 30_000,
});

/** The names of agents by their ids. */
export function useAgentNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(agentsList);
  return new Map((data ?? []).flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

/** One agent with its settings, its prompt, and the ids of its other records. */
export const agentOf = (id: string) =>
  queryOptions({
    queryKey: ['agents', id],
    queryFn: async () => {
      const query = { id, view: 'full' as const };
      const { warnings: _, ...agent } = await bodyOf(api.GET('/v1/agents', { params: { query } }));
      return {
        ...agent,
        voice: agent.voice.id,
        actions: agent.actions.map((action) => action.id),
        webhook: agent.webhook?.id ?? null,
        vector_database: agent.vector_database?.id ?? null,
        llm_account_connection: agent.llm_account_connection?.id ?? null,
      };
    },
    staleTime: 30_000,
  });

/** A prompt with its template. It is not asked for without an id. */
export const promptOf = (id: string | undefined) =>
  queryOptions({
    queryKey: ['prompt', id],
    queryFn: () => bodyOf(api.GET('/v1/prompts', { params: { query: { id: id ?? '' } } })),
    enabled: id !== undefined,
  });

/** The versions of an agent, newest first. */
export const versionsOf = (agent: string) =>
  queryOptions({
    queryKey: ['agents', agent, 'versions'],
    queryFn: async () =>
      (await bodyOf(api.GET('/v1/agents/versions', { params: { query: { id: agent, size: 50 } } }))).items,
    enabled: agent !== '',
  });

/** A version of an agent with its content, which never changes. */
export const versionOf = (agent: string, version: number) =>
  queryOptions({
    queryKey: ['version', agent, version],
    queryFn: () => bodyOf(api.GET('/v1/agents/version', { params: { query: { id: agent, version } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** All webhooks. Their secrets come along and are shown on request only. */
export const webhooksList = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => allOf((query) => api.GET('/v1/webhooks/list', { params: { query } })),
});

/** All numbers. */
export const numbersList = queryOptions({
  queryKey: ['numbers'],
  queryFn: () => allOf((query) => api.GET('/v1/numbers/list', { params: { query } })),
});

/** Accounts at other vendors. */
export const connectionsList = queryOptions({
  queryKey: ['connections'],
  queryFn: () => allOf((query) => api.GET('/v1/account_connections/list', { params: { query } })),
});

/** All tests. */
export const testsList = queryOptions({
  queryKey: ['tests', 'list'],
  queryFn: () => allOf((query) => api.GET('/v1/tests/list', { params: { query } })),
});

/** Quotas and this month's minutes. */
export const usage = queryOptions({ queryKey: ['usage'], queryFn: () => bodyOf(api.GET('/v1/usage')) });

/** The cursor of the next page, from the header `Link` of a list's answer (RFC 8288); undefined after the last page. */
export function nextCursor(link: string | null): string | undefined {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const [, target, parameters] = /^\s*<([^>]*)>(.*)$/.exec(part) ?? [];
    if (target === undefined || !/;\s*rel="?next"?/i.test(parameters ?? '')) continue;
    return new URL(target, 'http://list.invalid').searchParams.get('cursor') ?? undefined;
  }
  return undefined;
}
