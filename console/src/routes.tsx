import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Frame } from './frame/frame.tsx';
import { NUMBER_SEARCH } from './pages/numbers/number-search.ts';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { Page } from './parts/page.tsx';
import { FaultNote, Loading } from './parts/query-state.tsx';
import { CALL_FILTERS, only, parseSearch, stringifySearch, TIME } from './search.ts';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({ notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search) => only(search, ['next']),
  component: SignInPage,
});

/** Everything that needs a session. */
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

type Load = Parameters<typeof lazyRouteComponent>[0];

/** A page within the frame, which is loaded when it is opened. `names`: what its address may have behind the `?`. */
const page = <Path extends string, Name extends string = never>(
  path: Path,
  load: Load,
  names: readonly Name[] = [],
) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    validateSearch: (search) => only(search, names),
    component: lazyRouteComponent(load),
  });

const pages = [
  page('/', () => import('./pages/overview/overview-page.tsx'), TIME),
  page('/calls', () => import('./pages/calls/calls-page.tsx'), CALL_FILTERS),
  page('/calls/batch', () => import('./pages/calls/batch/batch-page.tsx')),
  page('/calls/answers', () => import('./pages/review/answers-page.tsx'), CALL_FILTERS),
  page('/calls/compare', () => import('./pages/review/compare-page.tsx'), ['one', 'other']),
  page('/calls/review', () => import('./pages/review/review-page.tsx'), [
    ...CALL_FILTERS,
    'reason',
    'reviewed',
  ]),
  page('/calls/$id', () => import('./pages/call/call-page.tsx'), ['message']),
  page('/campaigns', () => import('./pages/campaigns/campaigns-page.tsx')),
  page('/campaigns/$id', () => import('./pages/campaigns/campaign-page.tsx'), ['step']),
  page('/agents', () => import('./pages/agents/agents-page.tsx'), ['find', ...TIME]),
  page('/agents/$id', () => import('./pages/agents/agent-page.tsx'), [
    'tab',
    'template',
    'from',
    'to',
    'replay',
    'label',
    ...TIME,
  ]),
  page('/playground', () => import('./pages/playground/playground-page.tsx'), [
    'agent',
    'version',
    'rehearsal',
  ]),
  page('/tests', () => import('./pages/tests/tests-page.tsx'), ['agent', 'label', 'from', 'to']),
  page('/tests/$id', () => import('./pages/tests/test-page.tsx'), ['agent', 'call', 'rehearsal']),
  page('/tests/runs/$id', () => import('./pages/tests/run-page.tsx'), ['case', 'test', 'version']),
  page('/tests/difference', () => import('./pages/tests/difference-page.tsx'), [
    'test',
    'from',
    'to',
    'before',
    'after',
  ]),
  page('/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'), ['text', 'state']),
  page('/webhooks/$id', () => import('./pages/webhooks/webhook-page.tsx'), [
    'tab',
    'status',
    'type',
    ...TIME,
  ]),
  page('/webhooks/deliveries/$id', () => import('./pages/webhooks/delivery-page.tsx')),
  page('/numbers', () => import('./pages/numbers/numbers-page.tsx'), NUMBER_SEARCH),
  page('/connections', () => import('./pages/connections/connections-page.tsx')),
  page('/settings', () => import('./pages/settings/settings-page.tsx'), ['tab', 'kind', 'record', 'number']),
  page('/api-reference', () => import('./pages/reference/reference-page.tsx'), ['operation', 'find']),
] as const;

/** The router of all pages. */
export function newRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([signIn, frame.addChildren(pages)]),
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

/** Stands for a page whose code failed or could not be loaded: a new version may have replaced its file. */
function Broken({ error }: { readonly error: unknown }) {
  return (
    <Page title="This page crashed" name="Failed">
      <FaultNote error={error} onRetry={() => location.reload()} />
    </Page>
  );
}

/** Where an address leads nowhere. */
function NotFound() {
  return (
    <main className="lonely" id="main">
      <Page title="Page not found" name="Not found">
        <p>
          <Link to="/">Go to the overview</Link>
        </p>
      </Page>
    </main>
  );
}
