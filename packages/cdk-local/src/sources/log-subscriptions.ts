import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { asynchronousQueueName } from '../aws/events/asynchronous-queues.ts';
import type { Queues } from '../aws/sqs/queues/queues.ts';
import { realTime } from '../clock/install-clock.ts';
import { mayInvoke } from '../iam/may-invoke.ts';
import type { Resource, Resources } from '../template/resource.ts';
import { compileLogPattern } from './log-pattern.ts';

/** Real milliseconds for which lines are gathered, and the most lines and characters of a batch. */
const GATHER_MS = 200;
const MAX_LINES = 1_000;
const MAX_CHARACTERS = 2_000_000;

const PRINCIPAL = 'logs.amazonaws.com';

const filterSchema = z.object({
  LogGroupName: z.string(),
  FilterPattern: z.string(),
  DestinationArn: z.string().regex(/^arn:[^:]+:lambda:/, 'the local runtime sends logs to functions only'),
  FilterName: z.string().optional(),
});

const functionSchema = z.object({ LoggingConfig: z.object({ LogGroup: z.string().optional() }).optional() });

interface LogEvent {
  readonly id: string;
  readonly timestamp: number;
  readonly message: string;
}

/** A subscription of a function to the log of another. */
interface Subscription {
  readonly name: string;
  readonly logGroup: string;
  readonly destinationArn: string;
  readonly matches: (line: string) => boolean;
  readonly gathered: LogEvent[];
  characters: number;
}

/** Subscriptions of functions to the logs of functions. */
export interface LogSubscriptions {
  /** Takes a line that a function printed. */
  take(functionArn: string, line: string): void;
  /** Stores the gathered lines in the queues of the subscribed functions. */
  close(): Promise<void>;
}

/**
 * Sends lines of functions' logs to the functions that subscribe to them, as CloudWatch Logs does: asynchronously, packed,
 * in batches. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html
 */
export function createLogSubscriptions({
  resources,
  queues,
  report,
}: {
  readonly resources: Resources;
  readonly queues: Queues;
  readonly report: (line: string) => void;
}): LogSubscriptions {
  const byFunction = new Map<string, Subscription[]>();
  const subscriptions = ofType(resources, 'AWS::Logs::SubscriptionFilter').map(readSubscription);
  for (const resource of ofType(resources, 'AWS::Lambda::Function')) {
    const { Arn: functionArn = '' } = resource.attributes;
    const logGroup = functionSchema.parse(resource.properties).LoggingConfig?.LogGroup;
    const own = subscriptions.filter((each) => each.logGroup === logGroup);
    if (own.length > 0) byFunction.set(functionArn, own);
  }
  for (const { name, destinationArn: functionArn, logGroup } of subscriptions) {
    const sourceArn = logGroupArn(functionArn, logGroup);
    if (!mayInvoke(resources, { functionArn, principal: PRINCIPAL, sourceArn }))
      throw new Error(`${name}: no AWS::Lambda::Permission lets ${PRINCIPAL} invoke ${functionArn}`);
  }

  const sending = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const send = (subscription: Subscription) => {
    const logEvents = subscription.gathered.splice(0);
    subscription.characters = 0;
    if (logEvents.length === 0) return;
    const queue = queues.find(asynchronousQueueName(subscription.destinationArn));
    const sent = Promise.resolve(
      queue?.send([{ body: packed(subscription, logEvents), senderId: PRINCIPAL }]),
    )
      .then(() => undefined)
      .catch((error: unknown) => report(`${subscription.name}: ${error}`))
      .finally(() => sending.delete(sent));
    sending.add(sent);
  };
  const flush = () => {
    timer = undefined;
    for (const subscription of subscriptions) send(subscription);
  };
  return {
    take: (functionArn, line) => {
      for (const subscription of byFunction.get(functionArn) ?? []) {
        if (!subscription.matches(line)) continue;
        subscription.gathered.push({ id: randomUUID(), timestamp: Date.now(), message: line });
        subscription.characters += line.length;
        const { gathered, characters } = subscription;
        if (gathered.length >= MAX_LINES || characters >= MAX_CHARACTERS) send(subscription);
        else timer ??= realTime.setTimeout(flush, GATHER_MS);
      }
    },
    close: async () => {
      clearTimeout(timer);
      flush();
      await Promise.all(sending);
    },
  };
}

function readSubscription(resource: Resource): Subscription {
  const name = `${resource.stack}/${resource.logicalId}`;
  const { data, error } = filterSchema.safeParse(resource.properties);
  if (!data) throw new Error(`${name}: ${z.prettifyError(error)}`);
  return {
    name,
    logGroup: data.LogGroupName,
    destinationArn: data.DestinationArn,
    matches: compileLogPattern(data.FilterPattern),
    gathered: [],
    characters: 0,
  };
}

/**
 * The event with which CloudWatch Logs invokes a function:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-cloudwatchlogs.html
 */
function packed({ name, logGroup, destinationArn }: Subscription, logEvents: readonly LogEvent[]): string {
  const data = {
    messageType: 'DATA_MESSAGE',
    owner: destinationArn.split(':')[4],
    logGroup,
    logStream: 'local',
    subscriptionFilters: [name],
    logEvents,
  };
  return JSON.stringify({ awslogs: { data: gzipSync(JSON.stringify(data)).toString('base64') } });
}

function logGroupArn(functionArn: string, logGroup: string): string {
  const [, partition, , region, account] = functionArn.split(':');
  return `arn:${partition}:logs:${region}:${account}:log-group:${logGroup}:*`;
}

const ofType = (resources: Resources, type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);
