import type { RateRule } from './read-web-acls.ts';

/** What a web ACL sees of a request. */
export interface InspectedRequest {
  readonly sourceIp: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts a request under the rules; gives the one that blocks it. */
export type Inspect = (request: InspectedRequest) => RateRule | undefined;

/** Parts of a window in which requests are counted together. */
const PARTS = 60;

/** Above this many keys those of which nothing is in the window are forgotten. */
const SWEEP_ABOVE = 10_000;

/**
 * The rules of a web ACL, in their order. Each counts the requests of its last window by key, those that it blocks included;
 * a request that lacks the header is not counted. AWS looks every few seconds only: here it is at once. `now` is in milliseconds.
 */
export function createWebAcl(rules: readonly RateRule[], now: () => number): Inspect {
  const counters = rules.map((rule) => ({ rule, count: createCounter(rule.windowMs, now) }));
  return ({ sourceIp, headers }) => {
    for (const { rule, count } of counters) {
      const key = rule.header === undefined ? sourceIp : headers[rule.header];
      if (key !== undefined && count(key) > rule.limit) return rule;
    }
    return undefined;
  };
}

/** Counts one more by key; gives how many there are in the window. */
function createCounter(windowMs: number, now: () => number): (key: string) => number {
  const partMs = windowMs / PARTS;
  const counts = new Map<string, Map<number, number>>();
  const prune = (parts: Map<number, number>, part: number) => {
    for (const each of parts.keys()) if (each <= part - PARTS) parts.delete(each);
  };
  return (key) => {
    const part = Math.floor(now() / partMs);
    if (counts.size > SWEEP_ABOVE) {
      for (const [other, parts] of counts) {
        prune(parts, part);
        if (parts.size === 0) counts.delete(other);
      }
    }
    const parts = counts.get(key) ?? new Map<number, number>();
    prune(parts, part);
    parts.set(part, (parts.get(part) ?? 0) + 1);
    counts.set(key, parts);
    return [...parts.values()].reduce((sum, count) => sum + count, 0);
  };
}
