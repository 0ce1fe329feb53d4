import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from 'phone-call-agents-client';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { safeNext } from '../../api/safe-next.ts';
import { currentSession, signIn, tellSignedIn, userOfCode } from '../../api/session.ts';
import { Button, Field } from '../../parts/controls.tsx';
import { forgetDrafts } from '../../parts/drafts.ts';
import { Page } from '../../parts/page.tsx';
import { FaultNote } from '../../parts/query-state.tsx';

/** The code of a one-time link, which leaves the address bar and the history at once. */
function takeCode(): string | undefined {
  if (location.pathname !== '/sign-in') return undefined;
  const code = location.hash.slice(1);
  if (code === '') return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

/** The code with which the page was opened. It is taken before anything else reads the address. */
let openedWith = takeCode();

const isThisMachine = () => ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname);

/** Signs in with an access token, or with the one-time link that `npm run console` prints. */
export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const { busy, error, code, offered, follow, enter } = useSigningIn(next);
  return (
    <main className="lonely" id="main">
      <p className="brand">
        <img src="/icon.svg" alt="" width="28" height="28" />
        Phone-call agents
      </p>
      <Page title="Sign in">
        {error !== undefined && (
          <FaultNote
            error={explained(error)}
            onRetry={code === undefined ? undefined : () => void follow(code)}
          />
        )}
        {offered !== undefined && code !== undefined ? (
          <Offer user={offered} busy={busy} onAccept={() => enter(code)} />
        ) : (
          <TokenForm busy={busy} onToken={enter} />
        )}
      </Page>
    </main>
  );
}

function useSigningIn(next: string | undefined) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [code, setCode] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  /** The user whom the code signs in, if the person agrees. */
  const [offered, setOffered] = useState<string>();
  const enter = async (secret: string) => {
    setBusy(true);
    setError(undefined);
    try {
      const session = await signIn(secret);
      queries.clear();
      queries.setQueryData(currentSession.queryKey, session);
      forgetDrafts(session.user_id);
      tellSignedIn();
      await navigate({ href: safeNext(next), replace: true });
    } catch (fault) {
      setError(fault);
      setCode(undefined);
      setOffered(undefined);
    }
    setBusy(false);
  };
  /** Asks whether to sign in as the user of a link: whoever made it could read what is entered then. */
  const follow = async (taken: string | undefined) => {
    if (taken === undefined) return;
    setCode(taken);
    setOffered(undefined);
    setError(undefined);
    try {
      setOffered(await userOfCode(taken));
    } catch (fault) {
      setError(fault);
      if (fault instanceof ApiError && fault.status >= 400 && fault.status < 500) setCode(undefined);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens.
  useEffect(() => {
    // A link is good once: the second run of this effect, which strict mode makes, must not use it again.
    void follow(openedWith);
    openedWith = undefined;
    const followed = () => void follow(takeCode());
    addEventListener('hashchange', followed);
    return () => removeEventListener('hashchange', followed);
  }, []);
  return { busy, error, code, offered, follow, enter };
}

/** Asks whether to sign in as the user of a one-time link. */
function Offer({
  user,
  busy,
  onAccept,
}: {
  readonly user: string;
  readonly busy: boolean;
  readonly onAccept: () => void;
}) {
  const navigate = useNavigate();
  return (
    <div className="card">
      <h2>Sign in to {location.host}?</h2>
      <p>
        This one-time link is for the user <code>{user}</code>
        {isThisMachine() && ' of the service on this machine'}. Sign in if you got it from{' '}
        <code>npm run console</code> or from your operator. Whoever created the link can read what you enter.
      </p>
      <div className="actions">
        <Button onClick={() => navigate({ to: '/', replace: true })}>Cancel</Button>
        <Button disabled={busy} onClick={onAccept}>
          Sign in
        </Button>
      </div>
    </div>
  );
}

function TokenForm({ busy, onToken }: { readonly busy: boolean; readonly onToken: (token: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
    if (token) onToken(token);
  };
  return (
    <form className="card" onSubmit={submit}>
      <Field
        label="Access token"
        help="Exchanged for an 8-hour session and not stored. On this machine, npm run console prints a link that signs you in without a token."
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            data-first
            name="token"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <button className="primary" type="submit" disabled={busy}>
        {busy ? 'Signing in …' : 'Sign in'}
      </button>
    </form>
  );
}

/** Explains a wrong token, which differs from a session that ended. */
function explained(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  const msg =
    'The token is unknown, expired or revoked, or the link was used or is older than 60 s. On this machine, npm start prints a token, and npm run console a new link; elsewhere, ask whoever runs this service.';
  return new ApiError({ status: 422, issues: [{ loc: [], msg, type: 'unauthorized' }] });
}
