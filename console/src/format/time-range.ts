/** Time ranges that end now, by their value in the address: days in the reader's time zone, up to today. */
export const TIME_RANGES = [
  ['1', 'Today'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
] as const;

/** The midnight at which a range begins, in ISO 8601; undefined for an unknown range. */
export function beginningOfRange(range: string | undefined, nowMs: number): string | undefined {
  const days = Number(TIME_RANGES.find(([value]) => value === range)?.[0]);
  if (Number.isNaN(days)) return undefined;
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();
}
