import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraft, useRestoredDraft } from '../../parts/drafts.ts';
import { useUnsaved } from '../../parts/unsaved.ts';
import { afterSaid, type Said, type Written } from './written.ts';

/** The key of the mutations that say a line; their variables are what is said. */
export const SAY = ['say'];

/** Lines that are written and not said yet. */
export interface Lines {
  /** What is written in a place; undefined if nothing is. */
  readonly at: (place: string) => string | undefined;
  readonly places: readonly string[];
  /** Whether what is written in a place is from before the session ended. */
  readonly isRestored: (place: string) => boolean;
  readonly write: (place: string, text: string) => void;
  /** Forgets what is written in a place. */
  readonly drop: (place: string) => void;
  /** Forgets a line that was said; what was written in its place meanwhile stays. */
  readonly dropSaid: (said: Said) => void;
}

/** The lines of the playground. Leaving them unsaid asks first; they outlive the session. */
export function useLines(): Lines {
  const restored = useRestoredDraft('lines');
  const [written, setWritten] = useState<Written>(() => textsOf(restored ?? {}));
  const places = Object.keys(written);
  const saying = useMutationState({
    filters: { mutationKey: SAY, status: 'pending' },
    select: ({ state }) => state.variables as Said,
  });
  const isUnsaid = places.some(
    (place) => !saying.some((said) => said.place === place && said.written === written[place]),
  );
  useUnsaved(isUnsaid, 'Your line wasn’t sent.');
  // A line that finds the session over is being said still.
  useDraft('lines', places.length > 0 ? written : undefined);
  return {
    at: (place) => written[place],
    places,
    isRestored: (place) => written[place] !== undefined && written[place] === restored?.[place],
    write: (place, text) => setWritten((now) => ({ ...without(now, place), [place]: text })),
    drop: (place) => setWritten((now) => without(now, place)),
    dropSaid: (said) => setWritten((now) => afterSaid(now, said)),
  };
}

const textsOf = (draft: Readonly<Record<string, unknown>>): Written =>
  Object.fromEntries(Object.entries(draft).map(([place, text]) => [place, String(text)]));

const without = (written: Written, place: string): Written =>
  Object.fromEntries(Object.entries(written).filter(([one]) => one !== place));
