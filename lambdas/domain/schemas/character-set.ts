/** Code points from first to last, inclusive. */
type Range = readonly [first: number, last: number];

/** A set of characters: sorted ranges of code points. */
export type CharacterSet = readonly Range[];

const LAST = 0x10ffff;

/** Every character. */
export const ANY: CharacterSet = [[0, LAST]];

const DIGITS: CharacterSet = [[0x30, 0x39]];
const WORD: CharacterSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const LINE_ENDS: CharacterSet = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
/** The characters of `\s` in ECMAScript. */
const SPACES = setOf([
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]);

/** The characters of a dot. */
export const DOT = complementOf(LINE_ENDS);

/** The characters of `\d`, `\w`, `\s` and their opposites. Returns undefined for another letter. */
export function classOf(letter: string): CharacterSet | undefined {
  const set = { d: DIGITS, w: WORD, s: SPACES }[letter.toLowerCase()];
  return set && letter !== letter.toLowerCase() ? complementOf(set) : set;
}

/** The set of these ranges, which may have any order. */
export function setOf(ranges: readonly Range[]): CharacterSet {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** All characters that are not in the set. */
export function complementOf(set: CharacterSet): CharacterSet {
  const ends = [-1, ...set.map(([, last]) => last)];
  const starts = [...set.map(([first]) => first), LAST + 1];
  return ends
    .map((end, index): Range => [end + 1, (starts[index] ?? LAST + 1) - 1])
    .filter(([first, last]) => first <= last);
}

/** Whether the sets intersect. */
export function haveInCommon(a: CharacterSet, b: CharacterSet): boolean {
  return a.some(([first, last]) => b.some((other) => first <= other[1] && other[0] <= last));
}
