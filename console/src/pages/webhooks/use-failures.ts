import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { firstPages } from '../../api/lists.ts';
import {
  type FailingDeliveries,
  failuresOf,
  isFailing,
  isHidden,
  MOST_COUNTED,
  type Newest,
} from './webhook-failures.ts';

/** Milliseconds between two looks at the deliveries of all webhooks, and at those of a webhook that others hide. */
export const LIVE_MS = 30_000;
const HIDDEN_MS = 300_000;

/** The failures of webhooks by id, where they are known. */
export function useFailures(webhooks: readonly string[]) {
  const all = useQuery({ ...failingDeliveries(), refetchInterval: LIVE_MS });
  const now = Date.now();
  const { data } = all;
  const failures = new Map(data && webhooks.map((id) => [id, failuresOf(data, id, now)] as const));
  const hidden = data ? webhooks.filter((id) => isHidden(data, id)) : [];
  const own = useQueries({
    queries: hidden.map((id) => ({
      ...failingDeliveries(id),
      refetchInterval: HIDDEN_MS,
      staleTime: HIDDEN_MS,
    })),
  });
  hidden.forEach((id, at) => {
    const read = own[at]?.data;
    const known = failures.get(id);
    if (read) failures.set(id, failuresOf(read, id, now));
    else if (known && !isFailing(known)) failures.delete(id);
  });
  return {
    failures,
    error: all.error ?? own.find(({ error }) => error)?.error ?? null,
    retry: () => void Promise.all([all, ...own].map(({ error, refetch }) => error && refetch())),
  };
}

/**
 * The age of the events whose deliveries are read, in milliseconds: retries last about 27 hours, and longer if the
 * receiver asks for longer waits.
 */
const EVENTS_MS = 72 * 3600_000;

/** Pages that are read for the deliveries of a status: a page may have few, or none. */
const MOST_PAGES = 5;

/** The deliveries that tell how one webhook is, or all of them. */
export const failingDeliveries = (webhook?: string) =>
  queryOptions({
    queryKey: ['deliveries', 'failing', webhook],
    queryFn: async (): Promise<FailingDeliveries> => {
      const [failed, pending] = await Promise.all([
        newestOf('failed', webhook),
        newestOf('pending', webhook),
      ]);
      return { failed, pending };
    },
  });

async function newestOf(status: 'failed' | 'pending', webhook: string | undefined): Promise<Newest> {
  const from = new Date(Date.now() - EVENTS_MS).toISOString();
  const { items, isCut } = await firstPages(
    (cursor) => {
      const query = { status, webhook, from, size: MOST_COUNTED, cursor };
      return api.page('/v1/webhooks/deliveries/list', { query });
    },
    ({ length }, pages) => length >= MOST_COUNTED || pages >= MOST_PAGES,
  );
  return { deliveries: items, isCut };
}
