import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Page, paths, RequestOptions } from 'phone-call-agents-client';
import { api, type Schema } from './client.ts';

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
export const callsPage = (
  filters: CallFilters,
  { cursor, size = 100, ...options }: RequestOptions & { cursor?: string | undefined; size?: number },
): Promise<Page<ListedCall>> =>
  api.page('/v1/calls/list', { query: withoutMissing({ ...filters, size, cursor }), ...options });

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

/** Pages of a list. */
export function pagesOf<Item>(
  key: readonly unknown[],
  ask: (cursor: string | undefined) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page<Item>) => next,
  });
}

/** A list, page by page, with the records that were read. */
export function usePages<Item>(
  key: readonly unknown[],
  ask: (cursor: string | undefined) => Promise<Page<Item>>,
  options: { readonly enabled?: boolean; readonly retry?: boolean } = {},
) {
  const query = useInfiniteQuery({ ...pagesOf(key, ask), ...options });
  return { ...query, rows: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}

/** The records of a list, page after page, until there are enough. `isCut`: there are more. */
export async function firstPages<Item>(
  ask: (cursor: string | undefined) => Promise<Page<Item>>,
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
export async function allOf<Item>(list: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const query = { size: 100 };

const listOf = <Item>(queryKey: readonly string[], list: () => AsyncIterable<Item>) =>
  queryOptions({ queryKey, queryFn: () => allOf(list()) });

/** All agents, with their settings and the ids of their records. */
export const agentsList = {
  ...listOf(['agents'], () => api.list('/v1/agents/list', { query })),
  staleTime: 30_000,
};

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
      const { data, revision } = await api.send('GET', '/v1/agents', { query: { id, view: 'full' } });
      const { warnings: _, ...agent } = data;
      return {
        ...agent,
        revision,
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
    queryFn: () => api.get('/v1/prompts', { query: { id: id ?? '' } }),
    enabled: id !== undefined,
  });

/** The versions of an agent, newest first. */
export const versionsOf = (agent: string) =>
  queryOptions({
    queryKey: ['agents', agent, 'versions'],
    queryFn: async () => (await api.get('/v1/agents/versions', { query: { id: agent, size: 50 } })).items,
    enabled: agent !== '',
  });

/** A version of an agent with its content, and what its tests came to. */
export const versionOf = (agent: string, version: number) =>
  queryOptions({
    queryKey: ['version', agent, version],
    queryFn: () => api.get('/v1/agents/version', { query: { id: agent, version } }),
    staleTime: 30_000,
  });

/** A rehearsal with all that was said. */
export const rehearsalOf = (id: string) =>
  queryOptions({
    queryKey: ['rehearsal', id],
    queryFn: ({ signal }) => api.get('/v1/rehearsals', { query: { id }, signal }),
  });

/** The agent as it was in a rehearsal, or the version of which a draft was rehearsed; undefined until it is read. */
export function useAgentOf(rehearsal: Schema<'Rehearsal'> | undefined, draftOf?: number) {
  const { agent = '', agent_version: version = draftOf } = rehearsal ?? {};
  return useQuery({ ...versionOf(agent, version ?? 0), enabled: agent !== '' && version !== undefined }).data
    ?.content;
}

/** All webhooks. Their secrets come along and are shown on request only. */
export const webhooksList = listOf(['webhooks'], () => api.list('/v1/webhooks/list', { query }));

/** All numbers. */
export const numbersList = listOf(['numbers'], () => api.list('/v1/numbers/list', { query }));

/** Accounts at other vendors. */
export const connectionsList = listOf(['connections'], () =>
  api.list('/v1/account_connections/list', { query }),
);

/** What tells a connection from others of its kind; never a secret. */
export function connectionTitle(connection: Schema<'AccountConnection'> | Schema<'VectorDatabase'>): string {
  switch (connection.type) {
    case 'account_connection_telephony':
      return connection.credentials.telephony_account_sid;
    case 'vector_database_vendor_a':
      return connection.index;
    default:
      return `…${connection.id.slice(-6)}`;
  }
}

/** All tests. */
export const testsList = listOf(['tests', 'list'], () => api.list('/v1/tests/list', { query }));

/** Access tokens and sessions. */
export const tokensList = queryOptions({ queryKey: ['tokens'], queryFn: () => api.get('/v1/tokens/list') });

/** Quotas and this month's minutes. */
export const usage = queryOptions({ queryKey: ['usage'], queryFn: () => api.get('/v1/usage') });

/** All actions with their settings. An agent that is saved with new ones makes it be read again, as all choices. */
export const actionsList = listOf(['choices', 'actions', 'whole'], () =>
  api.list('/v1/actions/list', { query }),
);

/** All stored voices with their settings. */
export const voicesList = listOf(['choices', 'voices', 'whole'], () =>
  api.list('/v1/voices/list', { query }),
);

/** All vector databases. */
export const databasesList = listOf(['vector databases'], () =>
  api.list('/v1/vector_databases/list', { query }),
);
