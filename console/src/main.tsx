import { ApiError, mayPass } from 'phone-call-agents-client';

import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/pages.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentSession, onOtherTab } from './api/session.ts';
import { keepDrafts } from './parts/drafts.ts';
import { applyTheme } from './parts/theme.ts';
import { Toasts } from './parts/toasts.tsx';
import { newRouter } from './routes.tsx';

applyTheme();
const queries = newQueryClient(leave);
const router = newRouter(queries);
onOtherTab((what) => (what === 'signed out' ? leave() : void queries.resetQueries()));

/** Forgets everything that was read, and asks to sign in; the page is opened again afterwards, with what was entered in it. */
function leave(): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  keepDrafts(queries.getQueryData(currentSession.queryKey)?.user_id);
  void router
    .navigate({ to: '/sign-in', search: { next: href }, ignoreBlocker: true })
    .then(() => queries.clear());
}

const place = document.getElementById('console');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** How often a request that may succeed later is repeated before the page shows the fault. */
const TRIES = 2;

/** The cache of all answers. `onSignedOut` is called when a request finds that the session is over. */
function newQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < TRIES && mayPass(error),
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
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? 1000 * 2 ** failures : Math.min(asked, 60) * 1000;
}
