import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, CircleUser, KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { adviceOn } from '../api/fault.ts';
import { currentSession, type Session, signOut } from '../api/session.ts';
import { timeOfDay } from '../format/date-time.ts';
import { MenuButton } from '../parts/controls/menu-button.tsx';
import { forgetDrafts } from '../parts/drafts.ts';
import { onDemand } from '../parts/on-demand.tsx';
import { chooseTheme, chosenTheme } from '../parts/theme.ts';
import { useToast } from '../parts/toasts.tsx';
import { useLost } from '../parts/unsaved.ts';

const ConfirmDialog = onDemand(() => import('../parts/controls/confirm-dialog.tsx'));

const THEMES = [
  ['system', 'System theme', Monitor],
  ['light', 'Light theme', Sun],
  ['dark', 'Dark theme', Moon],
] as const;

/** Who is signed in, with the colours and the way out. */
export function AccountMenu() {
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
