import { useState } from 'react';
import { type Draft, useDraft, useRestoredDraft } from '../parts/drafts.ts';
import { same } from './changes.ts';

/**
 * What is entered in a form, which outlives the session.
 * @param form the name of the form on its page
 * @param saved what the form has while there is nothing to lose
 */
export function useEntered<Entered extends Draft>(form: string, saved: Entered) {
  const restored = useRestoredDraft(form);
  const [entered, setEntered] = useState({ ...saved, ...restored } as Entered);
  const isEntered = !same(entered, saved);
  useDraft(form, isEntered ? entered : undefined);
  return {
    entered,
    change: (changed: Partial<Entered>) => setEntered((now) => ({ ...now, ...changed })),
    isEntered,
    /** Whether something of it was entered before the session ended. */
    isRestored: restored !== undefined && isEntered,
  };
}
