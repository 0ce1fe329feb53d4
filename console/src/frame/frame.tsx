import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useBlocker, useNavigate } from '@tanstack/react-router';
import { BookOpen, CircleUser, KeyRound, LogOut, Monitor, Moon, Search, Sun } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { adviceOn } from '../api/fault.ts';
import { currentSession, type Session, signOut } from '../api/session.ts';
import { timeOfDay } from '../format/date-time.ts';
import { MenuButton } from '../parts/controls/menu-button.tsx';
import { Button } from '../parts/controls.tsx';
import { forgetDrafts } from '../parts/drafts.ts';
import { onDemand } from '../parts/on-demand.tsx';
import { visitedPages } from '../parts/page.tsx';
import { type CallPreset, PlaceCallContext } from '../parts/place-call.ts';
import { chooseTheme, chosenTheme } from '../parts/theme.ts';
import { useToast } from '../parts/toasts.tsx';
import { useLost } from '../parts/unsaved.ts';
import { PAGES } from './pages.ts';

const Palette = onDemand(() => import('./palette.tsx'));
const ConfirmDialog = onDemand(() => import('../parts/controls/confirm-dialog.tsx'));
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
  const reachable = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
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

const THEMES = [
  ['system', 'System theme', Monitor],
  ['light', 'Light theme', Sun],
  ['dark', 'Dark theme', Moon],
] as const;

/** Who is signed in, with the colours and the way out. */
function AccountMenu() {
  const { data: session } = useQuery(currentSession);
  const [theme, setTheme] = useState(chosenTheme);
  const [asks, setAsks] = useState(false);
  const lost = useLost();
  const leave = useSignOut();
  return (
    <>
      <MenuButton
        label="Account"
        icon={CircleUser}
        className="quiet account-button"
        items={[
          {
            label: scopesOf(session),
            icon: KeyRound,
            href: '/settings?tab=tokens',
            ...(session?.expires_at && { note: `until ${timeOfDay(session.expires_at)}` }),
          },
          { label: 'API reference', icon: BookOpen, href: '/api-reference' },
          ...THEMES.map(([name, label, Icon]) => ({
            label,
            icon: Icon,
            ...(theme === name && { note: '✓' }),
            onAction: () => {
              chooseTheme(name);
              setTheme(name);
            },
          })),
          {
            label: 'Sign out',
            icon: LogOut,
            onAction: () => (lost === undefined ? void leave() : setAsks(true)),
          },
        ]}
      >
        <span title={session && `User ${session.user_id}`}>Account</span>
      </MenuButton>
      {asks && (
        <ConfirmDialog
          title="Sign out without saving?"
          confirm="Sign out without saving"
          danger
          onClose={() => setAsks(false)}
          onConfirm={leave}
        >
          <p>{lost}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const scopesOf = (session: Session | undefined) =>
  session?.scopes ? `Scopes: ${session.scopes.join(', ')}` : 'Full access';

/** Ends the session, and forgets all that was read and entered. */
function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  return async () => {
    try {
      await signOut();
      await navigate({ to: '/sign-in', ignoreBlocker: true });
      queries.clear();
      forgetDrafts();
    } catch (error) {
      say(adviceOn(error).text, true);
    }
  };
}

/** The current or next address. */
interface Place {
  readonly pathname: string;
  readonly search: object;
}

/**
 * Whether another page, another part of the settings, or another template of a new agent takes the place of what is
 * shown. Filters, and an agent's tabs, do not.
 */
const isLeft = (from: Place, to: Place) => {
  const part = from.pathname.startsWith('/agents/') ? 'template' : 'tab';
  return from.pathname !== to.pathname || Reflect.get(from.search, part) !== Reflect.get(to.search, part);
};

/** Asks before a page is left that has something unsaved, whichever form has it. */
function UnsavedGuard() {
  const lost = useLost();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => lost !== undefined && isLeft(current, next),
    enableBeforeUnload: lost !== undefined,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave without saving"
      danger
      onClose={blocker.reset}
      onConfirm={blocker.proceed}
    >
      <p>{lost}</p>
    </ConfirmDialog>
  );
}
