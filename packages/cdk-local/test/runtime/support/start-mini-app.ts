import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveAws } from '../../../src/aws/aws-endpoint.ts';
import { asynchronousQueues } from '../../../src/aws/events/asynchronous-queues.ts';
import { listenForAws } from '../../../src/aws/listen-for-aws.ts';
import type { AwsRequestRecord } from '../../../src/aws/protocol/aws-request.ts';
import { ObjectStore } from '../../../src/aws/s3/object-store.ts';
import { fireSchedule } from '../../../src/aws/scheduler/fire-schedule.ts';
import { openSchedules } from '../../../src/aws/scheduler/schedules.ts';
import { openQueues } from '../../../src/aws/sqs/queues/queues.ts';
import { openDynamoDb } from '../../../src/dynamodb/dynamodb.ts';
import { type Faults, noFaults } from '../../../src/faults/faults.ts';
import { startFunctions } from '../../../src/functions/start-functions.ts';
import type { Connections } from '../../../src/gateway/websocket/connections.ts';
import { startSources } from '../../../src/sources/start-sources.ts';
import { loadResources } from '../../../src/template/load.ts';
import type { Resource } from '../../../src/template/resource.ts';

export const region = 'eu-west-1';
export const account = '111122223333';

/** A new directory; the returned function removes it. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'runtime-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a synthesized assembly without the gateways. */
export async function startAssembly(options: {
  readonly assembly: string;
  readonly dataDirectory: string;
  readonly connections?: Connections;
  readonly faults?: Faults;
  readonly change?: (resources: readonly Resource[]) => readonly Resource[];
}) {
  const { assembly, dataDirectory, faults = noFaults(), change = (resources) => resources } = options;
  const connections = options.connections ?? {
    count: () => 0,
    admit: () => true,
    post: async () => 'gone',
    close: () => 'gone',
    info: () => undefined,
  };
  const requests: AwsRequestRecord[] = [];
  const reports: string[] = [];
  const report = (line: string) => void reports.push(line);
  const aws = await listenForAws();
  const loaded = await loadResources(assembly, { region, account, awsEndpoint: aws.url });
  const resources = change(loaded.resources);
  const dynamodb = await openDynamoDb({ directory: join(dataDirectory, 'dynamodb'), region });
  for (const table of resources.filter(({ type }) => type === 'AWS::DynamoDB::Table')) {
    await dynamodb.ensureTable(table.ref, table.properties);
  }
  const queues = await openQueues({
    directory: join(dataDirectory, 'queues'),
    resources,
    further: asynchronousQueues(resources),
  });
  const schedules = await openSchedules(join(dataDirectory, 'schedules'), (schedule) =>
    fireSchedule(schedule, { resources, queues, report }),
  );
  serveAws({
    server: aws.server,
    resources,
    dynamodb,
    queues,
    connections,
    objects: new ObjectStore(join(dataDirectory, 's3')),
    schedules,
    secrets: { 'mini/token': 'open sesame' },
    faults,
    onRequest: (request) => requests.push(request),
    report,
  });
  const functions = startFunctions({
    assembly: { ...loaded, resources },
    awsEndpoint: aws.url,
    logDirectory: join(dataDirectory, 'logs'),
    faults,
  });
  const closeServices = async () => {
    await aws.close();
    await schedules.close();
    await queues.close();
    await dynamodb.close();
  };
  const sources = await startOrClose(
    () => startSources({ resources, functions, dynamodb, queues, report }),
    closeServices,
  );
  const find = (logicalIdPrefix: string, type: string) => {
    const found = resources.find((r) => r.type === type && r.logicalId.startsWith(logicalIdPrefix));
    if (!found) throw new Error(`There is no ${type} ${logicalIdPrefix}`);
    return found;
  };
  return {
    resources,
    awsUrl: aws.url,
    outputs: loaded.outputs,
    requests,
    reports,
    dynamodb,
    queues,
    schedules,
    find,
    invoke: (name: string, event: unknown) =>
      functions.invoke(find(name, 'AWS::Lambda::Function').attributes.Arn ?? '', event),
    close: async () => {
      const ended = sources.close();
      await functions.close();
      await ended;
      await closeServices();
    },
  };
}

async function startOrClose<T>(start: () => T, close: () => Promise<void>): Promise<T> {
  try {
    return start();
  } catch (error) {
    await close();
    throw error;
  }
}

export type RunningAssembly = Awaited<ReturnType<typeof startAssembly>>;
