import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { adviceOn } from '../api/fault.ts';
import { isReachable, onReachability } from '../api/reachability.ts';
import { currentSession, signOut } from '../api/session.ts';
import { Confirm } from '../parts/confirm.tsx';
import { forgetDrafts } from '../parts/drafts.ts';
import { useToast } from '../parts/toasts.tsx';
import { useLost } from '../parts/unsaved.ts';
import { When } from '../parts/when.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

const PAGES = [
  ['/', 'Overview'],
  ['/calls', 'Calls'],
  ['/agents', 'Agents'],
  ['/playground', 'Playground'],
  ['/webhooks', 'Webhooks'],
  ['/numbers', 'Numbers'],
  ['/settings', 'Settings'],
  ['/api-reference', 'API reference'],
] as const;

/** The frame around all pages: where one can go, who is signed in, and whether the service answers. */
export function Frame() {
  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <Side />
      <div className="body">
        <AwayNote />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <UnsavedGuard />
    </div>
  );
}

function Side() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const menu = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu of a small screen.
  useEffect(() => menu.current?.removeAttribute('open'), [path]);
  return (
    <header className="side">
      <Link to="/" className="brand">
        <img src="/icon.svg" alt="" width="28" height="28" />
        Phone-call agents
      </Link>
      <details className="menu" ref={menu}>
        <summary>Menu</summary>
        <Menu />
      </details>
      <div className="menu-wide">
        <Menu />
      </div>
    </header>
  );
}

function Menu() {
  return (
    <>
      <nav aria-label="Pages">
        {PAGES.map(([to, name]) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/' }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {name}
          </Link>
        ))}
      </nav>
      <SignedIn />
    </>
  );
}

function SignedIn() {
  const { data } = useQuery(currentSession);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const [leaving, setLeaving] = useState(false);
  const lost = useLost();
  const leave = async () => {
    setLeaving(true);
    try {
      await signOut();
      await navigate({ to: '/sign-in', ignoreBlocker: true });
      queries.clear();
      forgetDrafts();
    } catch (error) {
      say(adviceOn(error).text, true);
    }
    setLeaving(false);
  };
  return (
    <div className="signed-in">
      <ThemeChoice />
      {data && (
        <p className="help">
          {data.scopes === null ? 'May do everything' : `May: ${data.scopes.join(', ')}`}
          {data.expires_at && (
            <>
              <br />
              until <When at={data.expires_at} timeOnly />
            </>
          )}
        </p>
      )}
      {lost === undefined ? (
        <button type="button" onClick={leave} disabled={leaving}>
          Sign out
        </button>
      ) : (
        <Confirm
          button="Sign out"
          title="Sign out without saving?"
          confirm="Sign out without saving"
          danger
          disabled={leaving}
          onConfirm={leave}
        >
          <p>{lost}</p>
        </Confirm>
      )}
    </div>
  );
}

function AwayNote() {
  const reachable = useSyncExternalStore(onReachability, isReachable);
  return (
    <div role="status">
      {!reachable && (
        <p className="note away">
          The service does not answer. What you see is from before; the page tries again by itself.
        </p>
      )}
    </div>
  );
}
