import type { Decision } from './decision.ts';

/** Above this many decisions the expired ones are dropped, so that a long run with many tokens stays small. */
const SWEEP_ABOVE = 1000;

/** Authorizers' decisions by identity. */
export interface DecisionCache {
  get(key: string): Decision | undefined;
  set(key: string, decision: Decision, ttlMs: number): void;
}

/** A cache whose entries end after their own time. `now` is in milliseconds. */
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
