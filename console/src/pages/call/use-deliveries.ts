import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../api/client.ts';
import { pagesOf } from '../../api/lists.ts';
import { hasGap, merged } from '../calls/merge.ts';

/** Milliseconds between two looks at the newest deliveries of a call. */
const LIVE_MS = 4_000;

/** The latest deliveries of a call's events, and on demand earlier ones. The newest stay up to date while `isLive`. */
export function useDeliveries(call: string, isLive: boolean) {
  const pages = useInfiniteQuery(deliveriesOf(call));
  const head = useQuery({
    queryKey: ['deliveries', { call }, 'newest'],
    queryFn: () => deliveriesPage(call, undefined),
    enabled: isLive,
    refetchInterval: LIVE_MS,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch, error } = pages;
  const older = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  // Afterwards the newest page is not read any more, and the pages are: by a retry, for example.
  const isNewest = isLive || head.dataUpdatedAt > pages.dataUpdatedAt;
  const newest = useMemo(() => (isNewest ? (head.data?.items ?? []) : []), [isNewest, head.data]);
  useEffect(() => {
    if (!isLive) void refetch();
  }, [isLive, refetch]);
  const gap = hasGap(newest, older);
  useEffect(() => {
    if (gap) void refetch();
  }, [gap, refetch]);
  return {
    deliveries: useMemo(() => merged(newest, older), [newest, older]),
    error,
    retry: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}

const deliveriesOf = (call: string) =>
  pagesOf(['deliveries', { call }], (cursor) => deliveriesPage(call, cursor));

function deliveriesPage(call: string, cursor: string | undefined) {
  const query = { call, size: 100, cursor };
  return api.page('/v1/webhooks/deliveries/list', { query });
}
