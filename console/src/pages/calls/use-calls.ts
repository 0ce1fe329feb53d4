import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Page } from 'phone-call-agents-client';
import { useEffect, useMemo } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { type CallFilters, callsPage, type ListedCall, withoutMissing } from '../../api/lists.ts';
import { stillPasses } from './filters.ts';
import { hasGap, merged, patched } from './merge.ts';

/** Milliseconds between two looks at the newest calls, and at an open call that is on the screen. */
const LIVE_MS = 3_000;
const OPEN_MS = 5_000;

/** Open calls on the screen that are asked for one by one: older ones than the newest page has. */
const MOST_FOLLOWED = 8;

/** Whether a call may still change. */
export const isOpen = ({ status }: Pick<ListedCall, 'status'>): boolean =>
  status === 'not_started' || status === 'in_progress';

/** The calls that pass the API's filters: the newest stay up to date, and older pages are read when they are wanted. */
export function useCalls(filters: CallFilters, visible: readonly string[]) {
  const head = useQuery({
    queryKey: ['calls', filters, 'head'],
    queryFn: ({ signal }) => callsPage(filters, { size: 50, signal }),
    refetchInterval: LIVE_MS,
  });
  const pages = useInfiniteQuery(pagesOfCalls(filters));
  const older = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const newest = useMemo(() => head.data?.items ?? [], [head.data]);

  const gap = hasGap(newest, older);
  const { refetch } = pages;
  useEffect(() => {
    if (gap) void refetch();
  }, [gap, refetch]);

  useFollowed({ filters, read: pages.data, newest, visible });
  const rows = useMemo(
    () => merged(newest, older).filter((call) => stillPasses(call, filters)),
    [newest, older, filters],
  );
  const isOfMore = pages.isFetchNextPageError;
  return {
    rows,
    total: head.data?.total ?? pages.data?.pages[0]?.total,
    totalIsEstimated: head.data?.totalIsEstimated ?? false,
    isPending: pages.isPending,
    error: isOfMore ? head.error : (pages.error ?? head.error),
    retry: () => Promise.all([pages.refetch(), head.refetch()]),
    // An effect of the table may run twice, as in strict mode: what is under way goes on.
    more:
      pages.hasNextPage && !pages.isFetching && !isOfMore
        ? () => void pages.fetchNextPage({ cancelRefetch: false })
        : undefined,
    hasMore: pages.hasNextPage,
    /** Why older calls could not be read. They are asked for again on request only. */
    moreError: isOfMore && !pages.isFetchingNextPage ? pages.error : null,
    retryMore: () => void pages.fetchNextPage(),
  };
}

function pagesOfCalls(filters: CallFilters) {
  return infiniteQueryOptions({
    queryKey: ['calls', filters, 'pages'],
    queryFn: ({ pageParam, signal }) => callsPage(filters, { cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page<ListedCall>) => next,
    // The newest page is followed by itself; pages before it do not move. A page that failed makes the others stale
    // nevertheless: they are read again on request only.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
  });
}

/** Reads the open calls that are on the screen and not among the newest, and puts what changed into their rows. */
function useFollowed({
  filters,
  read,
  newest,
  visible,
}: {
  readonly filters: CallFilters;
  /** The pages that were read. */
  readonly read: InfiniteData<Page<ListedCall>> | undefined;
  readonly newest: readonly ListedCall[];
  readonly visible: readonly string[];
}): void {
  const queries = useQueryClient();
  const older = read?.pages.flatMap(({ items }) => items) ?? [];
  const shown = new Set(visible);
  const known = new Set(newest.map(({ id }) => id));
  const open = older.filter((call) => isOpen(call) && shown.has(call.id) && !known.has(call.id));
  // A call that is over has an ended row, and leaves its place to the next one.
  const changes = useQueries({
    queries: open.slice(0, MOST_FOLLOWED).map(({ id }) => ({
      queryKey: ['call', id],
      queryFn: () => api.get('/v1/calls', { query: { id } }),
      refetchInterval: OPEN_MS,
    })),
    combine: (answers) => answers.flatMap(({ data }) => (data ? [listed(data)] : [])),
  });
  useEffect(() => {
    if (!read || patched(read.pages, changes) === read.pages) return;
    const { queryKey } = pagesOfCalls(filters);
    queries.setQueryData(queryKey, (now) => now && { ...now, pages: patched(now.pages, changes) });
  }, [queries, filters, read, changes]);
}

/** The fields of a call that its row shows and that change. */
function listed(call: Schema<'Call'>): Partial<ListedCall> & Pick<ListedCall, 'id'> {
  const { id, status, stage, stage_outcome: outcome, start_time: start, end_time: end, cost } = call;
  const summary = call.analysis?.summary?.value ?? undefined;
  return withoutMissing({
    id,
    status,
    stage,
    stage_outcome: outcome,
    start_time: start,
    end_time: end,
    cost,
    summary,
  });
}
