/** Time ranges in the reader's zone, by their value in the address. */
export const TIME_RANGES = [
  ['1', 'Today'],
  ['yesterday', 'Yesterday'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const;

/** A time as the address has it: a range, or a beginning and an end. */
export type Time = { readonly [Name in 'when' | 'after' | 'before']?: string | undefined };

/** The time of an address, or the usual one. */
export const timeOf = ({ when, after, before }: Time, usual: string): Time =>
  (when ?? after ?? before) === undefined ? { when: usual } : { when, after, before };

/** When a time begins, and when it ends unless that is now; in ISO 8601. Open for an unknown range. */
export function rangeOf(
  { when: range, after, before }: Time,
  nowMs: number,
): { readonly from?: string | undefined; readonly until?: string | undefined } {
  const isRange = TIME_RANGES.some(([value]) => value === range);
  if (!isRange || after !== undefined || before !== undefined) return { from: after, until: before };
  const now = new Date(nowMs);
  const midnight = (ago: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago).toISOString();
  return range === 'yesterday'
    ? { from: midnight(1), until: midnight(0) }
    : { from: midnight(Number(range) - 1) };
}
