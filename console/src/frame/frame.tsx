import { Link, Outlet } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isReachable, onReachability } from '../api/reachability.ts';
import { Button } from '../parts/controls.tsx';
import { onDemand } from '../parts/on-demand.tsx';
import { visitedPages } from '../parts/page.tsx';
import { type CallPreset, PlaceCallContext } from '../parts/place-call.ts';
import { AccountMenu } from './account-menu.tsx';
import { PAGES } from './pages.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

const Palette = onDemand(() => import('./palette.tsx'));
const KeysDialog = onDemand(() => import('./keys-dialog.tsx'));

/** The frame around all pages: navigation, account, and whether the service responds. */
export function Frame() {
  const [isHelp, setHelp] = useState(false);
  usePageKeys(useCallback(() => setHelp(true), []));
  // Whoever signs in next sees none of them.
  useEffect(() => () => visitedPages.clear(), []);
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
        {isHelp && <KeysDialog onClose={() => setHelp(false)} />}
      </div>
    </PlaceCallProvider>
  );
}

function Side() {
  return (
    <header className="side">
      <Link to="/" className="brand">
        <img src="/icon.svg" alt="" width="24" height="24" />
        Phone-call agents
      </Link>
      <PaletteButton />
      <nav aria-label="Pages">
        {PAGES.map(({ to, name, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/' }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Icon size={16} aria-hidden="true" />
            <span>{name}</span>
          </Link>
        ))}
      </nav>
      <AccountMenu />
    </header>
  );
}

/** Whether keys are being typed into a field, or a dialog is open. */
const isTaken = ({ target }: globalThis.KeyboardEvent) =>
  document.querySelector('.overlay') !== null ||
  (target instanceof HTMLElement &&
    (target.shadowRoot !== null || target.matches('input, select, textarea')));

/** Keys of every page: / searches, ? tells the keys, Ctrl S saves. */
function usePageKeys(onHelp: () => void): void {
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (altKey) return;
      const isCommand = ctrlKey || metaKey;
      if (isCommand && key.toLowerCase() === 's') {
        const forms = document.querySelectorAll<HTMLButtonElement>('form button[type="submit"].primary');
        [...forms].at(-1)?.click();
      } else if (isCommand || isTaken(event)) return;
      else if (key === '/') document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
      else if (key === '?') onHelp();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [onHelp]);
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
      <Button
        icon={Search}
        className="search-button"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
      >
        <span>Jump to</span>
        <kbd>{/Mac|iP/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {open && <Palette onClose={() => setOpen(false)} />}
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

const PlaceCallDialog = onDemand(() => import('../pages/calls/place-call-dialog.tsx'));

/** Lets every page open the dialog that places a call. The dialog is loaded when it is first opened. */
function PlaceCallProvider({ children }: { readonly children: ReactNode }) {
  const [preset, setPreset] = useState<CallPreset>();
  const open = useCallback((next: CallPreset = {}) => setPreset(next), []);
  return (
    <PlaceCallContext value={open}>
      {children}
      {preset && <PlaceCallDialog preset={preset} onClose={() => setPreset(undefined)} />}
    </PlaceCallContext>
  );
}
