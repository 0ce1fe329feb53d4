import type { ServiceOptions } from '../local/service.ts';
import { synthesizeEnvironment } from '../local/synthesize.ts';
import production from '../test/support/environments/production.ts';
import staging from '../test/support/environments/staging.ts';

/** Beyond this machine's capacity, because the local service enforces limits and quotas, too. */
const NO_LIMIT = { rate: 5000, burst: 5000 };
const NO_QUOTAS = Object.fromEntries(Object.keys(staging.quotas).map((name) => [name, 1e9]));

/** Options of a service that runs staging on a data folder without limits and quotas. */
export const unthrottledService = (data: string): ServiceOptions => ({
  data,
  port: 0,
  environment: 'staging',
  assembly: synthesizeUnthrottled(data),
  reset: false,
  accounts: {
    telephonyAccountSid: `AC${'0'.repeat(32)}`,
    telephonyAuthToken: 'local-auth-token',
    llmApiKey: 'local-api-key',
  },
  carrierPace: 1,
});

/** Returns the cloud assembly's directory. */
function synthesizeUnthrottled(directory: string): string {
  // Reserved concurrency would also limit the functions.
  const { concurrency: _, ...unreserved } = staging;
  const config = {
    ...unreserved,
    throttle: NO_LIMIT,
    requestLimit: NO_LIMIT,
    // As many concurrent deliveries as in production.
    webhooks: production.webhooks,
    quotas: { ...staging.quotas, ...NO_QUOTAS },
  };
  return synthesizeEnvironment(config, directory);
}
