/** The known word that a mistyped one is most like; undefined if none is like it. Case does not count. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsTo(candidate.toLowerCase(), typed) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.edits - other.edits);
  return best?.candidate;
}

/** Exchanged letters, and the beginning of a word, are as near as one edit. */
function editsTo(word: string, typed: string): number {
  const letters = (text: string) => [...text].sort().join('');
  const isNear =
    word !== typed && (letters(word) === letters(typed) || (typed.length > 2 && word.startsWith(typed)));
  return isNear ? 1 : editsBetween(typed, word);
}

/** The least number of characters to insert, delete or replace (Levenshtein), of texts of at most 100 characters. */
function editsBetween(from: string, to: string): number {
  if (from.length > 100) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (character === other ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
