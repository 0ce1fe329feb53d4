import { useQueries, useQuery } from '@tanstack/react-query';
import { isHidden, isUnwell, troubleOf } from './trouble.ts';
import { unwellDeliveries } from './unwell-deliveries.ts';

/** Milliseconds between two looks at the deliveries of all webhooks, and at those of a webhook that others hide. */
export const LIVE_MS = 30_000;
const HIDDEN_MS = 300_000;

/** The trouble of webhooks by their ids, without those of which it is not known. */
export function useTroubles(webhooks: readonly string[]) {
  const all = useQuery({ ...unwellDeliveries(), refetchInterval: LIVE_MS });
  const now = Date.now();
  const { data } = all;
  const troubles = new Map(data && webhooks.map((id) => [id, troubleOf(data, id, now)] as const));
  const hidden = data ? webhooks.filter((id) => isHidden(data, id)) : [];
  const own = useQueries({
    queries: hidden.map((id) => ({
      ...unwellDeliveries(id),
      refetchInterval: HIDDEN_MS,
      staleTime: HIDDEN_MS,
    })),
  });
  hidden.forEach((id, at) => {
    const read = own[at]?.data;
    const known = troubles.get(id);
    if (read) troubles.set(id, troubleOf(read, id, now));
    else if (known && !isUnwell(known)) troubles.delete(id);
  });
  return {
    troubles,
    error: all.error ?? own.find(({ error }) => error)?.error ?? null,
    retry: () => void Promise.all([all, ...own].map(({ error, refetch }) => error && refetch())),
  };
}
