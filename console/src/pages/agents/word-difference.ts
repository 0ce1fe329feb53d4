/** A piece of a text that was changed. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Comparisons of words that a difference takes at most: about 10 ms. A larger change is shown whole. */
const MOST_COMPARED = 1_000_000;

/** The words that a change removed and added, between those that stayed. */
export function wordDifference(before: string, after: string): readonly Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const head = commonAtStart(old, now);
  const tail = commonAtStart(old.slice(head).reverse(), now.slice(head).reverse());
  const [left, right] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  return joined([
    ...old.slice(0, head).map((text) => ({ kind: 'same' as const, text })),
    ...middle(left, right),
    ...old.slice(old.length - tail).map((text) => ({ kind: 'same' as const, text })),
  ]);
}

/** Words with the space before them, so that they join to the text again. */
const wordsOf = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? [];

function commonAtStart(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((word, place) => word !== b[place]);
  return at < 0 ? Math.min(a.length, b.length) : at;
}

function middle(left: readonly string[], right: readonly string[]): readonly Piece[] {
  const removed = left.map((text) => ({ kind: 'removed' as const, text }));
  const added = right.map((text) => ({ kind: 'added' as const, text }));
  if (left.length * right.length > MOST_COMPARED) return [...removed, ...added];
  const common = commonLengths(left, right);
  const width = right.length + 1;
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [word, other] = [left[i], right[j]];
    if (word !== undefined && word === other) {
      pieces.push({ kind: 'same', text: word });
      i += 1;
      j += 1;
    } else if (
      word !== undefined &&
      (other === undefined || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      pieces.push({ kind: 'removed', text: word });
      i += 1;
    } else if (other !== undefined) {
      pieces.push({ kind: 'added', text: other });
      j += 1;
    }
  }
  return pieces;
}

/** For each two places, the number of words that the rests of both have in common in one order. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array {
  const width = right.length + 1;
  const common = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      common[i * width + j] =
        left[i] === right[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
    }
  }
  return common;
}

/** Neighbours of one kind as one piece. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: { kind: Piece['kind']; text: string }[] = [];
  for (const { kind, text } of pieces) {
    const last = all.at(-1);
    if (last?.kind === kind) last.text += text;
    else all.push({ kind, text });
  }
  return all;
}
