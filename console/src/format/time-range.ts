/** Time ranges in the reader's zone, by their value in the address. Another time is given by its beginning and end. */
export const TIME_RANGES = [
  ['1', 'Today'],
  ['yesterday', 'Yesterday'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const;

/** When a range begins, and when it ends unless that is now; in ISO 8601. Empty for an unknown range. */
export function rangeOf(
  range: string | undefined,
  nowMs: number,
): { readonly from?: string; readonly until?: string } {
  if (!TIME_RANGES.some(([value]) => value === range)) return {};
  const now = new Date(nowMs);
  const midnight = (ago: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago).toISOString();
  return range === 'yesterday'
    ? { from: midnight(1), until: midnight(0) }
    : { from: midnight(Number(range) - 1) };
}
