import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockFromNow } from 'cdk-local/clock/install-clock.ts';
import { production } from '../../lib/config/production.ts';
import { type Service, type ServiceOptions, startService } from '../../local/service.ts';
import { Api } from './api.ts';
import { sharedAssembly } from './assembly.ts';

/** A local service of one test file, with its own limits. */
export interface OwnService extends Pick<Service, 'connection' | 'runtime'> {
  readonly api: Api;
  readonly secondApi: Api;
  close(): Promise<void>;
}

/** High quotas for tests of other things. */
const ROOMY = {
  ...production.quotas,
  numbers: 1000,
  number_purchases: 1000,
  webhooks: 2000,
  account_connections: 2000,
};

interface OwnServiceOptions extends Pick<ServiceOptions, 'onAwsRequest'> {
  /** How many times as fast as real time the service's clock runs, and with it this file's own `Date` and timers. @default 1 */
  readonly speed?: number;
}

/** Starts a service in this process, with these values in place of the functions' environment variables. */
export async function startOwnService(
  variables: Readonly<Record<string, string>>,
  { speed, ...options }: OwnServiceOptions = {},
): Promise<OwnService> {
  const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-test-'));
  const service = await startService({
    data,
    port: 0,
    environment: 'production',
    reset: false,
    accounts: { telephonyAccountSid: `AC${'0'.repeat(32)}`, telephonyAuthToken: 'token', llmApiKey: 'key' },
    carrierPace: 0.05,
    assembly: await sharedAssembly('production'),
    ...(speed !== undefined && { clock: clockFromNow(speed) }),
    variables: { QUOTAS: JSON.stringify(ROOMY), ...variables },
    ...options,
  });
  const { connection, runtime } = service;
  return {
    connection,
    runtime,
    api: new Api(connection.base_url, connection.access_token),
    secondApi: new Api(connection.base_url, connection.second_access_token),
    async close() {
      await service.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
