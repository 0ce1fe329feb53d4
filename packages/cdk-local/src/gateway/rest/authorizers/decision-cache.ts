import type { Decision } from './decision.ts';

/** Entries above which expired decisions are dropped. */
const SWEEP_ABOVE = 1000;

/** Authorizers' decisions by identity. */
export interface DecisionCache {
  get(key: string): Decision | undefined;
  set(key: string, decision: Decision, ttlMs: number): void;
}

/** A cache whose entries have individual expiry times. `now` is in milliseconds. */
export function createDecisionCache(now: () => number): DecisionCache {
  const entries = new Map<string, { readonly decision: Decision; readonly expiresAt: number }>();
  const sweep = () => {
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      return entry && entry.expiresAt > now() ? entry.decision : undefined;
    },
    set(key, decision, ttlMs) {
      if (entries.size >= SWEEP_ABOVE) sweep();
      entries.set(key, { decision, expiresAt: now() + ttlMs });
    },
  };
}
