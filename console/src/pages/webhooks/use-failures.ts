import { queryOptions, useQuery } from '@tanstack/react-query';
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

/** Milliseconds between two looks at the deliveries of webhooks. */
export const LIVE_MS = 30_000;

/** The failures of webhooks by id, where they are known: many deliveries of other webhooks may hide those of one. */
export function useFailures(webhooks: readonly string[]) {
  const { data, error, refetch } = useQuery({ ...failingDeliveries(), refetchInterval: LIVE_MS });
  const all = data ? webhooks.map((id) => [id, failuresOf(data, id, Date.now())] as const) : [];
  const known = all.filter(([id, own]) => data && (isFailing(own) || !isHidden(data, id)));
  return { failures: new Map(known), error, retry: () => void refetch() };
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
