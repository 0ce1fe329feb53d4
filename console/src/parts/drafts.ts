import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { currentSession } from '../api/session.ts';

/** What is entered in a form, by field. It has no secrets. */
export type Draft = Readonly<Record<string, unknown>>;

/** What is entered and not saved in the forms that are shown, by page and form. */
const shown = new Map<string, Draft>();

/** What was entered when a session ended, and whose it is. It is in memory only: closing the tab forgets it. */
let kept: { readonly user: string; readonly drafts: Map<string, Draft> } | undefined;

/** Keeps the current entries for the user whose session ended, if the user is known. */
export function keepDrafts(user: string | undefined): void {
  if (user === undefined || shown.size === 0) return;
  const before = kept?.user === user ? kept.drafts : [];
  kept = { user, drafts: new Map([...before, ...shown]) };
}

/** Forgets what was kept, unless this user entered it. */
export function forgetDrafts(exceptOf?: string): void {
  if (kept?.user !== exceptOf) kept = undefined;
}

const keyOf = (form: string) => `${location.pathname} ${form}`;

/** Whether something was kept for this form of the page. */
export function useHasDraft(form: string): boolean {
  return useRestoredDraft(form) !== undefined;
}

/** What the user entered in this form of the page before the session ended; undefined if nothing. */
export function useRestoredDraft(form: string): Draft | undefined {
  const user = useQueryClient().getQueryData(currentSession.queryKey)?.user_id;
  const [draft] = useState(() => (kept?.user === user ? kept?.drafts.get(keyOf(form)) : undefined));
  return draft;
}

/** Lets what is entered in this form outlive the session. `entered`: undefined if everything is saved. */
export function useDraft(form: string, entered: Draft | undefined): void {
  const [key] = useState(() => keyOf(form));
  // The form has what was kept, once it is shown.
  useEffect(() => {
    kept?.drafts.delete(key);
  }, [key]);
  useEffect(() => {
    if (entered === undefined) return undefined;
    shown.set(key, entered);
    return () => {
      shown.delete(key);
    };
  }, [key, entered]);
}
