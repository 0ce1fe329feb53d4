import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { serveAws } from './aws/aws-endpoint.ts';
import { asynchronousQueues } from './aws/events/asynchronous-queues.ts';
import { listenForAws } from './aws/listen-for-aws.ts';
import type { AwsRequestRecord } from './aws/protocol/aws-request.ts';
import { ObjectStore } from './aws/s3/object-store.ts';
import { fireSchedule } from './aws/scheduler/fire-schedule.ts';
import { openSchedules } from './aws/scheduler/schedules.ts';
import { openQueues } from './aws/sqs/queues/queues.ts';
import { type ClockSetting, installClock } from './clock/install-clock.ts';
import { openDynamoDb } from './dynamodb/dynamodb.ts';
import { type Invocation, startFunctions } from './functions/start-functions.ts';
import { createGateway } from './gateway/gateway.ts';
import { isWebSocketUpgrade } from './gateway/websocket/is-websocket-upgrade.ts';
import { startSchedules } from './schedules/start-schedules.ts';
import { startSources } from './sources/start-sources.ts';
import { StartError } from './start-error.ts';
import { loadResources } from './template/load.ts';
import type { Address } from './template/local-urls.ts';
import type { Resource, Resources } from './template/resource.ts';

/** The stacks to run, and their environment. */
export interface RuntimeOptions {
  /** Returns the directory of the synthesized cloud assembly. Synthesis in a separate process keeps this one small. */
  readonly assembly: () => string | Promise<string>;
  /** The data folder. */
  readonly data: string;
  /** Port of the APIs; 0 for any free port. */
  readonly port: number;
  readonly region: string;
  /** A DynamoDB endpoint instead of the embedded one. */
  readonly dynamodbUrl?: string;
  /** Values of secrets by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Values that override the template's environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The clock that everything goes by: queues, schedules, rules, streams and functions, and whatever else runs in this
   * thread, where it is installed until the runtime is closed. Time-outs of invocations and of starting a container stay in
   * real time, since no clock makes the machine faster. @default real time
   */
  readonly clock?: ClockSetting;
  readonly onAwsRequest?: (request: AwsRequestRecord) => void;
  readonly onInvocation?: (invocation: Invocation) => void;
}

/** The running stacks. */
export interface Runtime {
  readonly url: string;
  readonly webSocketUrl: string;
  readonly awsUrl: string;
  readonly resources: Resources;
  close(): Promise<void>;
}

/** The account of all local resources, as in AWS's own examples. */
const ACCOUNT = '123456789012';

/** Runs the stacks of a cloud assembly. Rejects with a StartError for faults that the user can fix. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { region, data, clock } = options;
  const restoreTime = clock && installClock(clock);
  const server = createServer({ shouldUpgradeCallback: isWebSocketUpgrade });
  const port = await listen(server, options.port);
  const aws = await listenForAws();
  const host = `127.0.0.1:${port}`;
  const urls = ({ kind, id, stage }: Address) => {
    if (kind === 'rest') return `http://${host}`;
    if (kind === 'bucket') return `${aws.url}/${id}`;
    return kind === 'websocket' ? `ws://${host}/${stage ?? ''}` : aws.url;
  };
  const assembly = await loadResources(await options.assembly(), {
    region,
    account: ACCOUNT,
    awsEndpoint: aws.url,
    urls,
  });
  const { resources } = assembly;

  const dynamodb = await openDynamoDb({ directory: join(data, 'dynamodb'), region, ...upstream(options) });
  for (const table of ofType(resources, 'AWS::DynamoDB::Table'))
    await dynamodb.ensureTable(table.ref, table.properties);
  const queues = await openQueues({
    directory: join(data, 'queues'),
    resources,
    further: asynchronousQueues(resources),
  });
  const report = console.error;
  const schedules = await openSchedules(join(data, 'schedules'), (schedule) =>
    fireSchedule(schedule, { resources, queues, report }),
  );
  const functions = startFunctions({
    assembly,
    awsEndpoint: aws.url,
    logDirectory: join(data, 'logs'),
    environment: options.environment,
    clock,
    ...(options.onInvocation && { onInvocation: options.onInvocation }),
  });
  const gateway = createGateway({ resources, functions });
  serveAws({
    server: aws.server,
    resources,
    dynamodb,
    queues,
    objects: new ObjectStore(join(data, 's3')),
    connections: gateway.connections,
    schedules,
    secrets: options.secrets,
    ...(options.onAwsRequest && { onRequest: options.onAwsRequest }),
  });
  const sources = startSources({ resources, functions, dynamodb, queues });
  const rules = startSchedules({ resources, queues, report });
  server.on('request', gateway.handleRequest);
  server.on('upgrade', gateway.handleUpgrade);

  const [stage] = ofType(resources, 'AWS::ApiGatewayV2::Stage');
  return {
    url: `http://${host}`,
    webSocketUrl: `ws://${host}/${stage?.ref ?? ''}`,
    awsUrl: aws.url,
    resources,
    async close() {
      rules.close();
      await gateway.close();
      const drained = sources.close();
      await functions.close();
      await drained;
      await schedules.close();
      await queues.close();
      await dynamodb.close();
      await aws.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      restoreTime?.();
    },
  };
}

const ofType = (resources: Resources, type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);

const upstream = ({ dynamodbUrl }: RuntimeOptions) =>
  dynamodbUrl === undefined ? {} : { upstreamUrl: dynamodbUrl };

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(`${portFault(port, error)}: give another with --port, or 0 for any that is free.`),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

function portFault(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken`;
  return code === 'EACCES' ? `Port ${port} needs privileges` : `Port ${port} cannot be used (${message})`;
}
