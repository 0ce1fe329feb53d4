/** The latest time of a UUIDv7, in epoch milliseconds. */
const LATEST_MS = 2 ** 48 - 1;

/** A time range, ends included: ISO 8601. */
export interface TimeRange {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The lowest and the highest UUIDv7 of a time range, which is extended by `slackMs` at both ends. */
export function idRange({ from, until }: TimeRange, slackMs = 0): readonly [lowest: string, highest: string] {
  const first = from === undefined ? 0 : Date.parse(from) - slackMs;
  const last = until === undefined ? LATEST_MS : Date.parse(until) + slackMs;
  return [idAt(first, '0'), idAt(last, 'f')];
}

function idAt(ms: number, digit: string): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return time.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
