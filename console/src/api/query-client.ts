import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFault, isPassing } from './fault.ts';

/** How often a request that may succeed later is repeated before the page shows the fault. */
const TRIES = 2;

/** The cache of all answers. `onSignedOut` is called when a request finds that the session is over. */
export function newQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiFault && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < TRIES && isPassing(error),
        retryDelay: (failures, error) => waitMs(failures, error),
        staleTime: 5_000,
        // The service may be on this machine: whether the browser thinks it is online says nothing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Milliseconds before the next try: what the answer asks for, or one second and twice that. */
function waitMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiFault ? error.retryAfter : undefined;
  return asked === undefined ? 1000 * 2 ** failures : Math.min(asked, 60) * 1000;
}
