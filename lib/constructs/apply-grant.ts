import type { EventBus } from 'aws-cdk-lib/aws-events';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Grant } from '../../lambdas/platform/grants.ts';
import { EVENT_BUS_NAME } from '../../lambdas/platform/variables/resources.ts';
import type { OneTimeSchedules } from './one-time-schedules.ts';
import type { Recordings } from './recordings.ts';
import type { RelaySocket } from './relay-socket.ts';
import type { Secrets } from './secrets.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Store } from './store.ts';

/** The resources that functions of every stack use. */
interface SharedResources {
  readonly store: Store;
  readonly recordings: Recordings;
  readonly bus: EventBus;
  readonly secrets: Secrets;
}

/** A queue that the stack's functions may use. */
export interface KnownQueue {
  readonly queue: sqs.IQueue;
  readonly schedules?: OneTimeSchedules | undefined;
}

export interface GrantTargets {
  readonly data: SharedResources;
  /** @default the stack has no WebSocket */
  readonly relay?: RelaySocket | undefined;
  readonly queues: ReadonlyMap<string, KnownQueue>;
}

/** Gives a function the permissions and variables of a grant. */
export function applyGrant(fn: ServiceFunction, grant: Grant, targets: GrantTargets): void {
  const { store, secrets, recordings, bus } = targets.data;
  switch (grant.to) {
    case 'table':
      store.grantTable(fn, grant.actions, grant.indexes);
      break;
    case 'items':
      store.grantItems(fn, grant.actions, grant.prefixes);
      break;
    case 'telephonyAccount':
      secrets.grantTelephony(fn);
      break;
    case 'languageModels':
      secrets.grantLanguageModels(fn);
      break;
    case 'secretVersions':
      secrets.grantVersions(fn);
      break;
    case 'callbackKey':
      secrets.grantCallbackKey(fn);
      break;
    case 'recordings':
      recordings.grant(fn, grant.actions);
      break;
    case 'connections':
      required(targets.relay, 'a WebSocket').grantSend(fn);
      break;
    case 'speech':
      fn.allow(['polly:SynthesizeSpeech'], ['*'], { wildcard: 'Voices of Amazon Polly have no ARNs.' });
      break;
    case 'eventBus':
      fn.allow(['events:PutEvents'], [bus.eventBusArn]);
      fn.setVariable(EVENT_BUS_NAME, bus.eventBusName);
      break;
    default:
      applyQueueGrant(fn, grant, targets);
  }
}

function applyQueueGrant(
  fn: ServiceFunction,
  grant: Extract<Grant, { readonly to: 'send' | 'ownQueue' | 'schedule' }>,
  { queues }: GrantTargets,
): void {
  const { name, url } = grant.queue;
  if (grant.to === 'schedule') {
    required(queues.get(name)?.schedules, `schedules for the queue of ${name}`).grant(fn, grant.actions);
    return;
  }
  const { queue } = required(queues.get(name), `a queue of ${name}`);
  if (grant.to === 'send') fn.allow(['sqs:SendMessage'], [queue.queueArn]);
  fn.setVariable(url, queue.queueUrl);
}

function required<Part>(part: Part | undefined, name: string): Part {
  if (part === undefined) throw new Error(`The stack has no ${name}.`);
  return part;
}
