import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { type Service, startService } from '../local/service.ts';
import { Api } from '../test/support/api.ts';
import type { RequestRecord } from './request-record.ts';
import { synthesizeUnthrottled } from './unthrottled.ts';

/** A pace of the carrier's, of which real life is 1: a callee that speaks this fast still leaves every message time to arrive. */
const CARRIER_PACE = 0.05;

const functionProperties = z.object({
  Environment: z.object({ Variables: z.object({ POWERTOOLS_SERVICE_NAME: z.string() }) }),
});

/** The local service in this process, and what its functions were seen to do. */
export interface MeasuredService {
  readonly connection: Service['connection'];
  readonly api: Api;
  /** All requests to AWS so far, in the order in which they were answered. */
  readonly requests: readonly RequestRecord[];
  /** All invocations so far, with the function's name and when they ended, in milliseconds since the epoch. */
  readonly invocations: readonly {
    readonly functionName: string;
    readonly coldStart: boolean;
    readonly durationMs: number;
    readonly endedAt: number;
  }[];
  /** What is deployed. */
  readonly resources: Service['runtime']['resources'];
  /** How much the functions have logged so far, in bytes. */
  logBytes(): number;
  /** The deployed name of the function of an entry, such as `api/calls/get`. */
  functionName(entry: string): string;
  close(): Promise<void>;
}

/** Starts the service, without its limit of requests, with a new data folder, which goes when the service is closed. */
export async function startMeasuredService(carrierPace = CARRIER_PACE): Promise<MeasuredService> {
  const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  const requests: RequestRecord[] = [];
  const invocations: MeasuredService['invocations'][number][] = [];
  const service = await startService({
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
    carrierPace,
    onAwsRequest: ({ durationMs, ...request }) => {
      const endedAt = now();
      requests.push({ ...request, startedAt: endedAt - durationMs, endedAt });
    },
    onInvocation: ({ functionName, coldStart, durationMs }) =>
      invocations.push({ functionName, coldStart, durationMs, endedAt: now() }),
  });
  const names = functionNames(service);
  return {
    connection: service.connection,
    api: new Api(service.connection.base_url, service.connection.access_token),
    requests,
    invocations,
    resources: service.runtime.resources,
    logBytes: () => bytesIn(join(data, 'logs')),
    functionName: (entry) => {
      const name = names.get(entry);
      if (name === undefined) throw new Error(`No function of the stacks is made of ${entry}.`);
      return name;
    },
    async close() {
      await service.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const bytesIn = (directory: string) =>
  readdirSync(directory).reduce((sum, file) => sum + statSync(join(directory, file)).size, 0);

function functionNames({ runtime }: Service): ReadonlyMap<string, string> {
  const functions = runtime.resources.filter(({ type }) => type === 'AWS::Lambda::Function');
  return new Map(
    functions.map(({ ref, properties }) => [
      functionProperties.parse(properties).Environment.Variables.POWERTOOLS_SERVICE_NAME,
      ref,
    ]),
  );
}

/** Milliseconds since the epoch, finer than Date.now(). */
const now = () => performance.timeOrigin + performance.now();
