import type { WebAclRule } from './read-web-acls.ts';

/** The part of a request that a web ACL inspects. */
export interface InspectedRequest {
  readonly sourceIp: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts a request under the rules. Returns the rule that blocks it. */
export type Inspect = (request: InspectedRequest) => WebAclRule | undefined;

/** Parts of a window that are counted separately. */
const PARTS = 60;

/** Keys above which those without requests in the window are dropped. */
const SWEEP_ABOVE = 10_000;

/**
 * The rules of a web ACL, in their order. Each counts the requests of its last window by key, including blocked ones; a
 * request without the header does not count. AWS evaluates every few seconds; here the effect is immediate. `now` is in
 * milliseconds.
 */
export function createWebAcl(rules: readonly WebAclRule[], now: () => number): Inspect {
  const checks = rules.map((rule) => ({ rule, blocks: createCheck(rule, now) }));
  return (request) => checks.find(({ blocks }) => blocks(request))?.rule;
}

/** Whether a rule blocks a request. */
function createCheck(rule: WebAclRule, now: () => number): (request: InspectedRequest) => boolean {
  const { header } = rule;
  if ('pattern' in rule)
    return ({ headers }) => {
      const value = headers[rule.header];
      return value !== undefined && rule.pattern.test(value);
    };
  const count = createCounter(rule.windowMs, now);
  return ({ sourceIp, headers }) => {
    const key = header === undefined ? sourceIp : headers[header];
    return key !== undefined && count(key) > rule.limit;
  };
}

/** Counts one more by key. Returns the number in the window. */
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
