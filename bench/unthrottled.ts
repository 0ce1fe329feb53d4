import { staging } from '../lib/config/staging.ts';
import { synthesizeEnvironment } from '../local/synthesize.ts';

/** More than this machine can take. Staging allows 50 requests a second and production 500, and here too that is enforced. */
const NO_LIMIT = { rate: 1_000_000, burst: 1_000_000 };

/** Synthesizes staging without its limit of requests below `directory`; gives the cloud assembly's directory. */
export function synthesizeUnthrottled(directory: string): string {
  const most = 1_000_000;
  const requestsPerUser = { testsPerMinute: most, retriesPerMinute: most, replaysAtOnce: most };
  const webhooks = { ...staging.webhooks, requestsPerUser };
  const config = { ...staging, throttle: NO_LIMIT, webhooks };
  return synthesizeEnvironment({ id: 'Staging', config }, directory);
}
