import { diffArrays } from 'diff';

/** A piece of a text that was changed. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Milliseconds that a comparison may take. A larger change is shown whole. */
const TIMEOUT_MS = 100;

/** The words that a change removed and added, between those that stayed. */
export function wordDifference(before: string, after: string): readonly Piece[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: TIMEOUT_MS });
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map(({ removed, added, value }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    text: value.join(''),
  }));
}

/** Words with the space before them, so that they join to the text again. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];
