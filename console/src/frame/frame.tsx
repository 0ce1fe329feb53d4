import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isReachable, onReachability } from '../api/reachability.ts';
import { type CallPreset, PlaceCallContext } from '../parts/place-call.ts';
import { AccountMenu } from './account-menu.tsx';
import { PAGES } from './pages.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

const Palette = lazy(() => import('./palette.tsx'));

/** The frame around all pages: navigation, account, and whether the service responds. */
export function Frame() {
  return (
    <PlaceCallProvider>
      <div className="frame">
        <a className="skip" href="#main">
          Skip to content
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
    </PlaceCallProvider>
  );
}

function Side() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu of a small screen.
  useEffect(close, [path]);
  const pressed = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <header className="side">
      <Link to="/" className="brand">
        <img src="/icon.svg" alt="" width="24" height="24" />
        Phone-call agents
      </Link>
      <PaletteButton />
      <details className="menu" ref={menu} onKeyDown={pressed}>
        <summary>Menu</summary>
        <Menu onChoose={close} />
      </details>
      <div className="menu-wide">
        <Menu />
      </div>
    </header>
  );
}

/** Opens the palette by a press, or by ⌘K (Ctrl+K). */
function PaletteButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
      >
        <Search size={16} aria-hidden="true" />
        <span>Jump to</span>
        <kbd>{/Mac|iP/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {open && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Menu({ onChoose }: { readonly onChoose?: () => void }) {
  return (
    <>
      <nav aria-label="Pages">
        {PAGES.map(({ to, name, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/' }}
            activeProps={{ 'aria-current': 'page' }}
            onClick={onChoose}
          >
            <Icon size={16} aria-hidden="true" />
            {name}
          </Link>
        ))}
      </nav>
      <AccountMenu />
    </>
  );
}

function AwayNote() {
  const reachable = useSyncExternalStore(onReachability, isReachable);
  return (
    <div role="status">
      {!reachable && (
        <p className="note away">
          The service isn’t responding. You see earlier data; the page retries automatically.
        </p>
      )}
    </div>
  );
}

const PlaceCallDialog = lazy(() => import('../pages/calls/place-call-dialog.tsx'));

/** Lets every page open the dialog that places a call. The dialog is loaded when it is first opened. */
function PlaceCallProvider({ children }: { readonly children: ReactNode }) {
  const [preset, setPreset] = useState<CallPreset>();
  const open = useCallback((next: CallPreset = {}) => setPreset(next), []);
  return (
    <PlaceCallContext value={open}>
      {children}
      {preset && (
        <Suspense>
          <PlaceCallDialog preset={preset} onClose={() => setPreset(undefined)} />
        </Suspense>
      )}
    </PlaceCallContext>
  );
}
