import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Broken } from './frame/broken.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './frame/not-found.tsx';
import { CALL_FILTERS } from './pages/calls/filters.ts';
import { NUMBER_SEARCH } from './pages/numbers/number-search.ts';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { Loading } from './parts/empty.tsx';
import { only, parseSearch, stringifySearch } from './search.ts';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({ notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search) => only(search, ['next']),
  component: SignInPage,
});

/** Everything that needs a session. */
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const overview = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: (search) => only(search, ['days']),
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx')),
});

const calls = createRoute({
  getParentRoute: () => frame,
  path: '/calls',
  validateSearch: (search) => only(search, CALL_FILTERS),
  component: lazyRouteComponent(() => import('./pages/calls/calls-page.tsx')),
});

const batch = createRoute({
  getParentRoute: () => frame,
  path: '/calls/batch',
  component: lazyRouteComponent(() => import('./pages/calls/batch/batch-page.tsx')),
});

const call = createRoute({
  getParentRoute: () => frame,
  path: '/calls/$id',
  component: lazyRouteComponent(() => import('./pages/call/call-page.tsx')),
});

const agents = createRoute({
  getParentRoute: () => frame,
  path: '/agents',
  validateSearch: (search) => only(search, ['find']),
  component: lazyRouteComponent(() => import('./pages/agents/agents-page.tsx')),
});

const agent = createRoute({
  getParentRoute: () => frame,
  path: '/agents/$id',
  validateSearch: (search) => only(search, ['tab', 'template', 'from', 'to', 'label']),
  component: lazyRouteComponent(() => import('./pages/agents/agent-page.tsx')),
});

const playground = createRoute({
  getParentRoute: () => frame,
  path: '/playground',
  validateSearch: (search) => only(search, ['agent', 'version', 'rehearsal']),
  component: lazyRouteComponent(() => import('./pages/playground/playground-page.tsx')),
});

const tests = createRoute({
  getParentRoute: () => frame,
  path: '/tests',
  validateSearch: (search) => only(search, ['agent', 'label', 'from', 'to']),
  component: lazyRouteComponent(() => import('./pages/tests/tests-page.tsx')),
});

const test = createRoute({
  getParentRoute: () => frame,
  path: '/tests/$id',
  validateSearch: (search) => only(search, ['agent', 'call', 'rehearsal']),
  component: lazyRouteComponent(() => import('./pages/tests/test-page.tsx')),
});

const testRun = createRoute({
  getParentRoute: () => frame,
  path: '/tests/runs/$id',
  validateSearch: (search) => only(search, ['case', 'test', 'version']),
  component: lazyRouteComponent(() => import('./pages/tests/run-page.tsx')),
});

const testDifference = createRoute({
  getParentRoute: () => frame,
  path: '/tests/difference',
  validateSearch: (search) => only(search, ['test', 'from', 'to', 'before', 'after']),
  component: lazyRouteComponent(() => import('./pages/tests/difference-page.tsx')),
});

const webhooks = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks',
  validateSearch: (search) => only(search, ['text', 'state']),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx')),
});

const webhook = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/$id',
  validateSearch: (search) => only(search, ['status', 'type', 'when', 'from', 'until', 'delivery']),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx')),
});

const numbers = createRoute({
  getParentRoute: () => frame,
  path: '/numbers',
  validateSearch: (search) => only(search, NUMBER_SEARCH),
  component: lazyRouteComponent(() => import('./pages/numbers/numbers-page.tsx')),
});

const connections = createRoute({
  getParentRoute: () => frame,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/connections/connections-page.tsx')),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  validateSearch: (search) => only(search, ['tab', 'kind', 'record', 'number']),
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx')),
});

const reference = createRoute({
  getParentRoute: () => frame,
  path: '/api-reference',
  validateSearch: (search) => only(search, ['operation', 'find']),
  component: lazyRouteComponent(() => import('./pages/reference/reference-page.tsx')),
});

/** The router of all pages. */
export function newRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      signIn,
      frame.addChildren([
        overview,
        calls,
        batch,
        call,
        agents,
        agent,
        playground,
        tests,
        test,
        testRun,
        testDifference,
        webhooks,
        webhook,
        numbers,
        connections,
        settings,
        reference,
      ]),
    ]),
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: Broken,
    defaultPendingComponent: () => <Loading what="the page" />,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
