import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockFromNow } from 'cdk-local/clock/install-clock.ts';
import { type Table, tableOf } from '../../../lambdas/platform/table/table.ts';
import { tableName } from '../../../lib/constructs/store.ts';
import { type Service, type ServiceOptions, startService } from '../../../local/service.ts';
import production from '../environments/production.ts';
import { sharedAssembly } from '../run/assembly.ts';
import { Api } from './api.ts';
import { tableClient } from './table-client.ts';

/** A local service for one test file, with variables of its own. */
export interface OwnService extends Pick<Service, 'connection' | 'runtime'> {
  readonly api: Api;
  readonly secondApi: Api;
  /** Its table, with its operator's rights. */
  readonly table: Table;
  /** The data folder, until it is closed. */
  readonly data: string;
  close(): Promise<void>;
}

/** High quotas for tests of other features. */
const ROOMY = {
  ...production.quotas,
  numbers: 1000,
  number_purchases: 1000,
  webhooks: 2000,
  account_connections: 2000,
};

interface OwnServiceOptions extends Pick<ServiceOptions, 'clockTime' | 'onAwsRequest' | 'onInvocation'> {
  /**
   * The factor by which the service's clock runs faster than real time, and with it this file's own `Date` and timers.
   * @default 1
   */
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
    // No law permits calls to the numbers of tests.
    variables: { QUOTAS: JSON.stringify(ROOMY), LAW_MODE: 'warn', ...variables },
    ...options,
  });
  const { connection, runtime } = service;
  const table = tableOf(tableClient(connection), tableName(production));
  return {
    connection,
    runtime,
    table,
    data,
    api: new Api(connection.base_url, connection.access_token),
    secondApi: new Api(connection.base_url, connection.second_access_token),
    async close() {
      table.client.destroy();
      await service.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
