import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { pagesOf } from '../../api/lists.ts';
import { namesOfActions, shownTurn } from '../conversation/record-of-turn.ts';
import type { ShownTurn } from '../conversation/transcript.ts';

/** Milliseconds between two looks at the turns of a call that is under way. */
const OPEN_MS = 2_000;

/** The record of a call's turns, all pages of it. While the call is open, new turns appear as they are spoken. */
export function useTurns(call: Schema<'Call'>) {
  const { id } = call;
  const pages = useInfiniteQuery(turnsOf(id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch, error, isFetchNextPageError } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error]);
  // The turns of a call are whole when it is over.
  const over = call.end_time;
  useEffect(() => {
    if (over !== undefined) void refetch();
  }, [over, refetch]);
  useNewTurns(id, pages.isSuccess && !hasNextPage && call.status === 'in_progress');
  const { actions } = call.agent;
  const turns = useMemo((): readonly ShownTurn[] => {
    const names = namesOfActions(actions);
    return pages.data?.pages.flatMap(({ items }) => items.map((turn) => shownTurn(turn, names))) ?? [];
  }, [pages.data, actions]);
  return {
    turns,
    isPending: pages.isPending,
    error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

/** Reads the last page again and again: the pages before it are full, and do not change. */
function useNewTurns(id: string, enabled: boolean): void {
  const queries = useQueryClient();
  useQuery({
    queryKey: ['new turns', id],
    enabled,
    refetchInterval: OPEN_MS,
    queryFn: async () => {
      const { queryKey } = turnsOf(id);
      const cursor = queries.getQueryData(queryKey)?.pageParams.at(-1);
      const last = await turnsPage(id, typeof cursor === 'string' ? cursor : undefined);
      queries.setQueryData(
        queryKey,
        (read) => read && { ...read, pages: [...read.pages.slice(0, -1), last] },
      );
      return last.items.length;
    },
  });
}

const turnsOf = (id: string) => pagesOf(['turns', id], (cursor) => turnsPage(id, cursor));

function turnsPage(id: string, cursor: string | undefined) {
  const query = { id, size: 100, cursor };
  return api.page('/v1/calls/turns', { query });
}
