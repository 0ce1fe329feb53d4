import * as z from 'zod';
import type { Trigger } from '../../lambdas/runtime/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import type { MeasuredService } from '../measured-service.ts';
import type { Units } from '../prices.ts';
import { toDynamoDb, unitsOf } from '../request-record.ts';

/** Functions of the measurement itself, and those that run and cost the same without calls. */
const NOT_OF_CALLS = new Set(['', 'api/calls/get', 'api/authorizer', 'reconciliation/reconcile']);

/** Whether a function belongs to calls. */
export const isOfCalls = (entry: string) => !NOT_OF_CALLS.has(entry);

/** Whether what triggers a function, if it is no endpoint, is one of these. */
const isTriggeredBy = (entry: string, ...kinds: readonly Trigger['by'][]) =>
  kinds.some((kind) => workers[entry]?.trigger.by === kind);

/** Bytes of Lambda's own log lines of an invocation (START, END, REPORT) and API Gateway's line of a request. */
const PLATFORM_LOG_BYTES = 350;
const ACCESS_LOG_BYTES = 300;

/** Most KMS requests per call: DynamoDB and S3 repeat them every few minutes per caller, whatever the load. */
const KEY_REQUESTS = 4;

/** The factor by which functions are slower on Lambda: 512 MB buy a third of a processor, and DynamoDB is further away. */
export const SLOWER_ON_LAMBDA = 2;

const deployed = z.object({
  MemorySize: z.number(),
  Environment: z.object({ Variables: z.object({ POWERTOOLS_SERVICE_NAME: z.string() }) }),
});

/** The start of a measurement. */
export interface Mark {
  readonly requests: number;
  readonly invocations: number;
  readonly logBytes: number;
}

/** Marks the start of a measurement. */
export function markOf({ requests, invocations, logBytes }: MeasuredService): Mark {
  return { requests: requests.length, invocations: invocations.length, logBytes: logBytes() };
}

/** The AWS usage since the mark, for conversations that were open for `minutes` in all. */
export function countUnits(service: MeasuredService, since: Mark, minutes: number): Units {
  const { entryOf, memoryOf, isQueueConsumer, isEventConsumer } = readFunctions(service);
  const isCounted = ({ functionName }: { readonly functionName: string | undefined }) =>
    functionName !== undefined && isOfCalls(entryOf(functionName));
  const invocations = service.invocations.slice(since.invocations).filter(isCounted);
  const requests = service.requests.slice(since.requests).filter(isCounted);
  const invoked = (test: (name: string) => boolean) =>
    invocations.filter(({ functionName }) => test(functionName)).length;
  const asked = (name: string, operation?: string) =>
    requests.filter((each) => each.service === name && (operation ?? each.operation) === each.operation)
      .length;
  const rest = invoked(
    (name) => entryOf(name).startsWith('api/') || isTriggeredBy(entryOf(name), 'callback'),
  );
  const socket = invoked((name) => isTriggeredBy(entryOf(name), 'socket'));
  const { read, write } = unitsOf(toDynamoDb(requests));
  const gbSeconds = invocations.reduce(
    (sum, { functionName, durationMs }) => sum + (memoryOf(functionName) / 1024) * (durationMs / 1000),
    0,
  );
  const logged =
    service.logBytes() -
    since.logBytes +
    invocations.length * PLATFORM_LOG_BYTES +
    (rest + socket) * ACCESS_LOG_BYTES;
  return {
    lambdaSeconds: gbSeconds * SLOWER_ON_LAMBDA,
    lambdaRequests: invocations.length,
    restRequests: rest,
    // Opening and closing are no messages.
    socketMessages:
      invoked((name) => entryOf(name) === 'conversation/message') + asked('execute-api', 'PostToConnection'),
    socketMinutes: minutes,
    tableReads: read,
    tableWrites: write,
    streamReads: invoked((name) => isTriggeredBy(entryOf(name), 'stream')),
    // Every event has a consumer, and hardly any has two.
    events: invoked(isEventConsumer),
    // A message is sent, received and deleted, one at a time.
    queueRequests: 3 * invoked(isQueueConsumer),
    objectPuts: asked('s3', 'PutObject'),
    logs: logged / 1000,
    keyRequests: KEY_REQUESTS,
    secretRequests: asked('secretsmanager'),
  };
}

/** The templates' data of functions, by their deployed names. */
function readFunctions({ resources }: MeasuredService) {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const functions = new Map(
    ofType('AWS::Lambda::Function').map(({ ref, properties }) => [ref, deployed.parse(properties)]),
  );
  const entryOf = (name: string) => functions.get(name)?.Environment.Variables.POWERTOOLS_SERVICE_NAME ?? '';
  return {
    entryOf,
    memoryOf: (name: string) => functions.get(name)?.MemorySize ?? 0,
    isQueueConsumer: (name: string) => isTriggeredBy(entryOf(name), 'queue', 'event'),
    isEventConsumer: (name: string) => isTriggeredBy(entryOf(name), 'event'),
  };
}
