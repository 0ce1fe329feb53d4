/** Ranges of time that end now, by the value in the address: days of the reader's zone, of which the last is today. */
export const TIME_RANGES = [
  ['1', 'Today'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
] as const;

/** The midnight at which a range begins, in ISO 8601; undefined if there is no such range. */
export function beginningOfRange(range: string | undefined, nowMs: number): string | undefined {
  const days = Number(TIME_RANGES.find(([value]) => value === range)?.[0]);
  if (Number.isNaN(days)) return undefined;
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();
}
