import { randomUUID } from 'node:crypto';
import { logger } from '../runtime/logger.ts';
import { reconciliationRunKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { endLease, takeLease } from '../store/webhooks/leases.ts';

/** Seconds of a run's lease: a crashed run blocks nothing after that. */
const LEASE_SECONDS = 30;
/**
 * Milliseconds between renewals. What a run has begun when one fails takes at most 18 seconds more, for which the lease
 * still lasts.
 */
const RENEWAL_MS = 10_000;

/** One run of the function. */
export interface Run {
  readonly now: () => Date;
  /** Milliseconds that are left for the function. */
  readonly timeLeftMs: () => number;
  /** Resolves after these milliseconds, or rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Runs unless another run is under way: two concurrent runs would send the vendor twice the permitted requests. A run
 * renews its lease while it works. When a renewal fails, no time is left for it, so it begins nothing more. The holder
 * is random: Lambda may deliver an event twice under one request id. Returns false if another run has the lease.
 */
export async function runAlone(
  table: Table,
  { now, timeLeftMs, wait }: Run,
  run: (timeLeftMs: () => number) => Promise<unknown>,
): Promise<boolean> {
  const holder = randomUUID();
  const take = () =>
    takeLease(table, {
      key: reconciliationRunKey,
      holder,
      max: 1,
      seconds: Math.min(LEASE_SECONDS, timeLeftMs() / 1000),
      now: now(),
    });
  const lease = await take();
  if (!lease) {
    logger.info('Another reconciliation run is under way.');
    return false;
  }
  const over = new AbortController();
  let isHeld = true;
  const renewals = renewUntilLost(take, (signal) => wait(RENEWAL_MS, signal), over.signal).then((lost) => {
    isHeld = !lost;
  });
  try {
    await run(() => (isHeld ? timeLeftMs() : 0));
  } finally {
    over.abort();
    // A renewal that is under way would outlive the end of the lease.
    await renewals;
    await endLease(table, lease).catch((error: unknown) =>
      logger.warn('The lease of a reconciliation run could not be ended; it expires.', { error }),
    );
  }
  return true;
}

/** Renews a lease until the signal aborts, and returns false; or until a renewal fails, and returns true. */
async function renewUntilLost(
  renew: () => Promise<unknown>,
  pause: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    await pause(signal).catch(() => {});
    if (signal.aborted) return false;
    try {
      if (await renew()) continue;
      logger.warn('Another run has the lease of a reconciliation run, which begins nothing more.');
    } catch (error) {
      logger.warn('The lease of a reconciliation run could not be renewed; it begins nothing more.', {
        error,
      });
    }
    return true;
  }
}
