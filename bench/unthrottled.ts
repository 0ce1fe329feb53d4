import { synthesizeEnvironment } from '../local/synthesize.ts';
import production from '../test/support/environments/production.ts';
import staging from '../test/support/environments/staging.ts';

/** More than this machine can reach: the local service enforces the limits, too. */
const NO_LIMIT = { rate: 5000, burst: 5000 };

const UNLIMITED = { throttle: NO_LIMIT, requestLimit: NO_LIMIT };

/** Quotas of records that no measurement reaches. */
export const UNLIMITED_QUOTAS = Object.fromEntries(Object.keys(staging.quotas).map((name) => [name, 1e9]));

/**
 * Synthesizes staging in `directory`, without its quotas and limits of requests, and with as many deliveries at once as
 * production. Returns the cloud assembly's directory.
 */
export function synthesizeUnthrottled(directory: string): string {
  const most = 1_000_000;
  const requestsPerUser = { testsPerMinute: most, retriesPerMinute: most, replaysAtOnce: most };
  const webhooks = { ...production.webhooks, requestsPerUser };
  const quotas = { ...staging.quotas, ...UNLIMITED_QUOTAS };
  // Reservations would limit it, too.
  const { concurrency: _, ...unreserved } = staging;
  const config = { ...unreserved, ...UNLIMITED, webhooks, quotas };
  return synthesizeEnvironment(config, directory);
}
