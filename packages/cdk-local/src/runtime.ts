import { createServer } from 'node:http';
import { join } from 'node:path';
import { ACCOUNT } from './aws/account/account-service.ts';
import { serveAws } from './aws/aws-endpoint.ts';
import { listenForAws } from './aws/listen-for-aws.ts';
import type { AwsRequestRecord } from './aws/protocol/aws-request.ts';
import { ObjectStore } from './aws/s3/object-store.ts';
import { fireSchedule } from './aws/scheduler/fire-schedule.ts';
import { openSchedules } from './aws/scheduler/schedules.ts';
import { openQueues } from './aws/sqs/queues/queues.ts';
import { type ClockSetting, installClock } from './clock/install-clock.ts';
import { installMovableClock } from './clock/movable-clock.ts';
import { listenAtEdge } from './cloudfront/edge-server.ts';
import { openDynamoDb } from './dynamodb/dynamodb.ts';
import type { FaultSetting } from './faults/fault-plan.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createAsynchronousInvocations } from './functions/asynchronous-invocations.ts';
import type { InvocationResult } from './functions/functions.ts';
import { openLog } from './functions/log.ts';
import { type Invocation, startFunctions } from './functions/start-functions.ts';
import { createGateway } from './gateway/gateway.ts';
import { isWebSocketUpgrade } from './gateway/websocket/is-websocket-upgrade.ts';
import { KEEP_ALIVE_MS, listenOnPort } from './listen-on-port.ts';
import { type DueIn, nextEntry } from './schedules/next-entry.ts';
import { startSchedules } from './schedules/start-schedules.ts';
import { startSources } from './sources/start-sources.ts';
import { type LoadedAssembly, loadResources } from './template/load.ts';
import type { Resource, Resources } from './template/resource.ts';

export interface RuntimeOptions {
  /** Returns the directory of the synthesized cloud assembly. Synthesis in a separate process keeps this one small. */
  readonly assembly: () => string | Promise<string>;
  readonly data: string;
  /** Port of the APIs; 0 for any free port. */
  readonly port: number;
  /** Port of the CloudFront distribution, if the stacks have one; another one if it is taken. @default any free port */
  readonly distributionPort?: number;
  readonly region: string;
  /** A server with Amazon Bedrock's runtime API, which gets permitted requests. @default no models */
  readonly bedrockUrl?: string;
  /** A server with Amazon Polly's API. @default nobody speaks */
  readonly pollyUrl?: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The clock of everything: queues, schedules, rules, streams and functions, and whatever else runs in this thread,
   * where it is installed until the runtime is closed. Time-outs of invocations and of starting a container stay in
   * real time, because no clock speeds up the machine. With `jumped`, it can be advanced. @default real time
   */
  readonly clock?: ClockSetting | undefined;
  /**
   * Where a scheduled function looks for what is due. While the clock is advanced, its runs are skipped as long as
   * nothing is due there. @default every run is made
   */
  readonly dueIn?: (functionArn: string, resources: Resources) => DueIn | undefined;
  /** Faults to inject, like those of AWS; each is a line of `logs/faults.log`. @default none */
  readonly faults?: FaultSetting | undefined;
  readonly onAwsRequest?: ((request: AwsRequestRecord) => void) | undefined;
  readonly onInvocation?: ((invocation: Invocation) => void) | undefined;
}

export interface Runtime {
  readonly url: string;
  readonly webSocketUrl: string;
  readonly awsUrl: string;
  /** The secret access key of `operator`, who may do everything at the AWS endpoint. It is new at each start. */
  readonly operatorKey: string;
  readonly resources: Resources;
  /** The stacks' outputs by `<stack>.<output>`, with local addresses. */
  readonly outputs: LoadedAssembly['outputs'];
  /** Invokes a function by its ARN with an operator's permissions, and waits for the result. */
  readonly invoke: (functionArn: string, event: unknown) => Promise<InvocationResult>;
  readonly useFaults: Faults['use'];
  /** Sets a clock with `jumped` forward, timer by timer, and lets the work of each finish. Returns the time. */
  advanceTo(time: Date): Promise<Date>;
  close(): Promise<void>;
}

/** Runs the stacks of a cloud assembly. Rejects with a StartError for faults that the user can fix. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { region, data, clock } = options;
  const movable = clock?.jumped && installMovableClock(clock);
  const restoreTime = movable?.restore ?? (clock && installClock(clock));
  const server = createServer({
    shouldUpgradeCallback: isWebSocketUpgrade,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  const port = await listenOnPort(server, options.port);
  const aws = await listenForAws();
  const edge = await listenAtEdge(options.distributionPort ?? 0);
  const host = `127.0.0.1:${port}`;
  // Locks the data folder first, because synthesis may also write there.
  const dynamodb = await openDynamoDb({ directory: join(data, 'dynamodb'), region });
  const assembly = await loadResources(await options.assembly(), {
    region,
    account: ACCOUNT,
    urls: { apis: `http://${host}`, aws: aws.url, distribution: edge.url },
  });
  const { resources } = assembly;
  for (const table of ofType(resources, 'AWS::DynamoDB::Table'))
    await dynamodb.ensureTable(table.ref, table.properties);
  const logDirectory = join(data, 'logs');
  const faultLog = openLog(join(logDirectory, 'faults.log'));
  const faults = createFaults(options.faults, (line) => faultLog.write(`${line}\n`));
  const queues = await openQueues({
    directory: join(data, 'queues'),
    resources,
    faults,
  });
  // Refusals during shutdown are not errors.
  let isClosing = false;
  const report = (line: string) => {
    if (!isClosing) console.error(line);
  };
  const objects = new ObjectStore(join(data, 's3'));
  const schedules = await openSchedules(join(data, 'schedules'), (schedule) =>
    fireSchedule(schedule, { resources, queues, report }),
  );
  const functions = startFunctions({
    assembly,
    aws,
    logDirectory,
    faults,
    environment: options.environment,
    clock,
    report,
    ...(movable && { limits: LIMITS_WHEN_ADVANCED }),
    onInvocation: options.onInvocation,
  });
  const invocations = createAsynchronousInvocations({ resources, functions, queues, faults });
  const gateway = createGateway({ resources, functions, report });
  serveAws({
    aws,
    resources,
    dynamodb,
    queues,
    objects,
    invocations,
    connections: gateway.connections,
    schedules,
    secrets: options.secrets,
    report,
    bedrockUrl: options.bedrockUrl,
    pollyUrl: options.pollyUrl,
    faults,
    onRequest: options.onAwsRequest,
  });
  const sources = startSources({ resources, functions, dynamodb, queues, faults, report });
  let isAdvancing = false;
  const nextWork = async (functionArn: string) => {
    const dueIn = isAdvancing ? options.dueIn?.(functionArn, resources) : undefined;
    return dueIn ? nextEntry(dynamodb, dueIn) : 0;
  };
  const rules = startSchedules({ resources, queues, invocations, report, nextWork });
  server.on('request', gateway.handleRequest);
  server.on('upgrade', gateway.handleUpgrade);
  await edge.start({ assembly, apiUrl: `http://${host}`, report });

  const [stage] = ofType(resources, 'AWS::ApiGatewayV2::Stage');
  return {
    url: `http://${host}`,
    webSocketUrl: `ws://${host}/${stage?.ref ?? ''}`,
    awsUrl: aws.url,
    operatorKey: aws.operatorKey,
    resources,
    outputs: assembly.outputs,
    invoke: (functionArn, event) => functions.invoke(functionArn, event),
    useFaults: faults.use,
    async advanceTo(time) {
      if (!movable) throw new Error('This clock cannot be set.');
      isAdvancing = true;
      try {
        await movable.advanceTo(time.getTime(), async () => {
          await rules.settled();
          if (await functions.idle()) rules.wake();
        });
      } finally {
        isAdvancing = false;
        rules.wake();
      }
      return new Date();
    },
    async close() {
      isClosing = true;
      rules.close();
      await edge.close();
      await gateway.close();
      const drained = Promise.all([sources.close(), invocations.close()]);
      await functions.close();
      await drained;
      await schedules.close();
      await queues.close();
      await dynamodb.close();
      await aws.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await faultLog.close();
      restoreTime?.();
    },
  };
}

/** Days of calls follow one another at once: the containers of all functions are needed again. */
const LIMITS_WHEN_ADVANCED = { restAfterMs: 300_000, maxIdle: 100 };

const ofType = (resources: Resources, type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);
