import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { type Service, startService } from '../local/service.ts';
import { Api } from '../test/support/service/api.ts';
import type { RequestRecord } from './request-record.ts';
import { unthrottledService } from './unthrottled.ts';

/** The carrier's pace, where 1 is real time. At this pace every message still has time to arrive. */
const CARRIER_PACE = 0.05;

const functionProperties = z.object({
  Environment: z.object({ Variables: z.object({ POWERTOOLS_SERVICE_NAME: z.string() }) }),
});

/** The local service in this process, with a record of its requests and invocations. */
export interface MeasuredService {
  readonly connection: Service['connection'];
  readonly api: Api;
  /** All requests to AWS so far, in the order of their answers. */
  readonly requests: readonly RequestRecord[];
  /** All invocations so far, with the function's name and their end in epoch milliseconds. */
  readonly invocations: readonly {
    readonly functionName: string;
    readonly coldStart: boolean;
    readonly durationMs: number;
    readonly endedAt: number;
  }[];
  /** The deployed resources. */
  readonly resources: Service['runtime']['resources'];
  /** Bytes that the functions have logged so far. */
  logBytes(): number;
  /** The deployed name of a function, by its entry such as `api/calls/get`. */
  functionName(entry: string): string;
  /** The entry of a deployed function. */
  entryOf(functionName: string): string;
  close(): Promise<void>;
}

/** Starts the service without its request limit, on a new data folder that is deleted on close. */
export async function startMeasuredService(carrierPace = CARRIER_PACE): Promise<MeasuredService> {
  const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  const requests: RequestRecord[] = [];
  const invocations: MeasuredService['invocations'][number][] = [];
  const service = await startService({
    ...unthrottledService(data),
    carrierPace,
    onAwsRequest: ({ durationMs, ...request }) => {
      const endedAt = now();
      requests.push({ ...request, startedAt: endedAt - durationMs, endedAt });
    },
    onInvocation: ({ functionName, coldStart, durationMs }) =>
      invocations.push({ functionName, coldStart, durationMs, endedAt: now() }),
  });
  const names = functionNames(service);
  const entries = new Map([...names].map(([entry, name]) => [name, entry]));
  return {
    connection: service.connection,
    api: new Api(service.connection.base_url, service.connection.access_token),
    requests,
    invocations,
    resources: service.runtime.resources,
    logBytes: () => bytesIn(join(data, 'logs')),
    functionName: (entry) => {
      const name = names.get(entry);
      if (name === undefined) throw new Error(`No function of the stacks has the entry ${entry}.`);
      return name;
    },
    entryOf: (functionName) => entries.get(functionName) ?? '',
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

/** The DynamoDB requests of one function, without the first `before` requests of the service. */
export function requestsSince(
  { requests, functionName }: MeasuredService,
  before: number,
  entry: string,
): readonly RequestRecord[] {
  const name = functionName(entry);
  return requests.slice(before).filter((one) => one.service === DYNAMODB && one.functionName === name);
}

const DYNAMODB = 'DynamoDB_20120810';

/** Epoch milliseconds, finer than Date.now(). */
const now = () => performance.timeOrigin + performance.now();
