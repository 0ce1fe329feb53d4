import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IConstruct } from 'constructs';
import {
  type DimensionsOf,
  ENVIRONMENT_DIMENSION,
  METRIC_NAMESPACE,
  type MetricName,
} from '../../lambdas/platform/metrics/catalogue.ts';
import { workers } from '../../lambdas/workers.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import type { RestApi } from '../constructs/api/rest-api.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import type { RelaySocket } from '../constructs/relay-socket.ts';
import { VersionAlarm } from '../constructs/rollouts.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Store } from '../constructs/store.ts';

/** The resources that alarms and dashboards observe. */
export interface Sources {
  readonly config: EnvironmentConfig;
  readonly api: RestApi;
  readonly callbacks: RestApi;
  readonly relay: RelaySocket;
  readonly store: Store;
  readonly queues: ReadonlyMap<string, QueueConsumer>;
  readonly publisher: ServiceFunction;
  readonly frameHandler: ServiceFunction;
  /** The alarms on new versions of functions. */
  readonly versionAlarms: readonly VersionAlarm[];
  /** The functions of the relay's routes. */
  readonly socketFunctions: readonly ServiceFunction[];
  /** The functions that requests of the telephony vendor invoke, which have reserved concurrency. */
  readonly reserved: readonly ServiceFunction[];
}

/** Minimum cases for a share: one call of two doesn't count as half. */
export const LEAST_CASES = 10;

interface View {
  /** @default Sum */
  readonly statistic?: string;
  /** @default 5 */
  readonly minutes?: number;
}

/** A metric that the service itself emits in an environment. */
export function ownMetric<Name extends MetricName>(
  { name: environment }: Pick<EnvironmentConfig, 'name'>,
  metricName: Name,
  { statistic = Stats.SUM, minutes = 5, ...view }: View & { readonly dimensions?: DimensionsOf<Name> } = {},
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { [ENVIRONMENT_DIMENSION]: environment, ...view.dimensions },
    period: Duration.minutes(minutes),
    statistic,
  });
}

/** A metric across all functions of the account and region, which share its concurrency. */
export function lambdaMetric(
  metricName: 'ClaimedAccountConcurrency' | 'RecursiveInvocationsDropped' | 'Throttles',
  { statistic = Stats.SUM, minutes = 5 }: View = {},
): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, period: Duration.minutes(minutes), statistic });
}

/** The default: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const DEFAULT_CONCURRENCY = 1000;

/** Concurrent executions that the account permits. */
export const accountConcurrency = ({ concurrency }: EnvironmentConfig): number =>
  concurrency?.account ?? DEFAULT_CONCURRENCY;

/** The share of frames whose handling failed; 0 for fewer than ten. Only failures need a metric. */
export const failedFrames = ({ config, frameHandler }: Sources): MathExpression =>
  new MathExpression({
    expression: `IF(cases >= ${LEAST_CASES}, failed / cases, 0)`,
    usingMetrics: {
      failed: ownMetric(config, 'FrameFailed'),
      cases: frameHandler.function.metric('Invocations', {
        statistic: Stats.SUM,
        period: Duration.minutes(5),
      }),
    },
    label: 'failed',
    period: Duration.minutes(5),
  });

/** Finds the queues and functions of an environment that alarms observe. */
export function findSources(
  stage: IConstruct,
): Omit<Sources, 'config' | 'api' | 'callbacks' | 'relay' | 'store'> {
  const constructs = stage.node.findAll();
  const consumers = constructs.filter((each) => each instanceof QueueConsumer);
  const functions = constructs.filter((each) => each instanceof ServiceFunction);
  const functionOf = (id: string): ServiceFunction => {
    const found = functions.find((each) => each.node.id === id);
    if (!found) throw new Error(`No function has the id ${id}.`);
    return found;
  };
  const triggerOf = ({ entry }: ServiceFunction) => workers[entry]?.trigger.by;
  return {
    queues: new Map(consumers.map((each) => [each.deadLetterQueue.failedWork.section, each])),
    publisher: functionOf('Publish'),
    frameHandler: functionOf('Message'),
    versionAlarms: constructs.filter((each) => each instanceof VersionAlarm),
    socketFunctions: functions.filter((each) => triggerOf(each) === 'socket'),
    // A scheduled function is meant to use its single invocation.
    reserved: functions.filter((each) => each.reserved !== undefined && triggerOf(each) !== 'clock'),
  };
}

export interface AlarmCondition {
  /** The suffix of its alarm's name. @default nothing: the section has one alarm */
  readonly suffix?: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** Consecutive periods of the metric. */
  readonly periods: number;
  /** Whether a metric without values also raises the alarm. @default false */
  readonly isHeartbeat?: boolean;
}
