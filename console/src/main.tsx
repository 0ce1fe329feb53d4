import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/pages.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/query-client.ts';
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
