import { useQueries, useQuery } from '@tanstack/react-query';
import { failingDeliveries } from './failing-deliveries.ts';
import { failuresOf, isFailing, isHidden } from './webhook-failures.ts';

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
