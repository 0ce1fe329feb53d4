import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, answerTo, api, bodyOf, type Schema } from './client.ts';
import { nextCursor } from './links.ts';

/** A page of a list, with where to go on. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
  /** The number of records of the whole list, where the API tells it. */
  readonly total?: number | undefined;
  readonly totalIsEstimated?: boolean | undefined;
}

/** The filters of the list of calls that the API knows. */
export interface CallFilters {
  readonly status?: Schema<'CallStatus'> | undefined;
  readonly agent?: string | undefined;
  readonly from_number?: string | undefined;
  readonly to_number?: string | undefined;
  readonly direction?: Schema<'Direction'> | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

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

/** All records of a list, page after page. Only for lists that a quota bounds. */
async function all<Item>(
  ask: (cursor: string | undefined) => Promise<ListPage<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(cursor);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}

/** All records of a list that answers pages with their items. */
export const allOf = <Item>(
  ask: (query: PageQuery) => Promise<Answer<{ readonly items: readonly Item[] }>>,
): Promise<readonly Item[]> =>
  all(async (cursor) => paged(await answerTo(ask(withoutMissing({ size, cursor })))));

const agentsPage = async (cursor: string | undefined) =>
  paged(await answerTo(api.GET('/v1/agents/list', { params: { query: withoutMissing({ size, cursor }) } })));

/** All agents, with their settings and the ids of their records. */
export const agentsList = queryOptions({
  queryKey: ['agents'],
  queryFn: () => all(agentsPage),
  staleTime: 30_000,
});

/** The names of agents by their ids. */
export function useAgentNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(agentsList);
  return new Map((data ?? []).flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

/** Pages through which one agent is looked for: ten times the agents that a user has by default. */
const MOST_SEARCHED = 100;

/**
 * One agent with its settings; null if there is none of this id. The API shows these in its list alone, which is read
 * until the agent is found.
 */
export function agentOf(id: string) {
  return queryOptions({
    queryKey: ['agents', id],
    queryFn: async () => {
      let cursor: string | undefined;
      for (let page = 0; page < MOST_SEARCHED; page++) {
        const { items, next } = await agentsPage(cursor);
        const found = items.find((agent) => agent.id === id);
        if (found || next === undefined) return found ?? null;
        cursor = next;
      }
      return null;
    },
    staleTime: 30_000,
  });
}

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
  queryFn: () =>
    all(async (cursor) =>
      paged(
        await answerTo(api.GET('/v1/webhooks/list', { params: { query: withoutMissing({ size, cursor }) } })),
      ),
    ),
});

/** All numbers. */
export const numbersList = queryOptions({
  queryKey: ['numbers'],
  queryFn: () =>
    all(async (cursor) =>
      paged(
        await answerTo(api.GET('/v1/numbers/list', { params: { query: withoutMissing({ size, cursor }) } })),
      ),
    ),
});

/** Accounts at other vendors. */
export const connectionsList = queryOptions({
  queryKey: ['connections'],
  queryFn: () =>
    all(async (cursor) =>
      paged(
        await answerTo(
          api.GET('/v1/account_connections/list', { params: { query: withoutMissing({ size, cursor }) } }),
        ),
      ),
    ),
});

/** All tests. */
export const testsList = queryOptions({
  queryKey: ['tests', 'list'],
  queryFn: () => allOf((query) => api.GET('/v1/tests/list', { params: { query } })),
});

function paged<Item>({
  data,
  response,
}: {
  readonly data: { readonly items: readonly Item[] };
  readonly response: Response;
}): ListPage<Item> {
  return { items: data.items, next: nextCursor(response.headers.get('link')) };
}

/** Quotas and this month's minutes. */
export const usage = queryOptions({ queryKey: ['usage'], queryFn: () => bodyOf(api.GET('/v1/usage')) });
