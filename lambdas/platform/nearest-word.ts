import { distance } from 'fastest-levenshtein';

/** The longest text, in characters, that may be a mistyped word. */
const MAX_LENGTH = 100;

/** The known word that is most similar to a mistyped one; undefined if none is similar. Ignores case. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const typed = word.toLowerCase();
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsTo(candidate.toLowerCase(), typed) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.edits - other.edits);
  return best?.candidate;
}

/** Swapped letters, and the beginning of a word, count as one edit. */
function editsTo(word: string, typed: string): number {
  const letters = (text: string) => [...text].sort().join('');
  const isNear =
    word !== typed && (letters(word) === letters(typed) || (typed.length > 2 && word.startsWith(typed)));
  return isNear ? 1 : distance(typed, word);
}
