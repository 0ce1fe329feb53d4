import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { type AlarmCondition, accountConcurrency, lambdaMetric, ownMetric, type Sources } from './sources.ts';

/** Minimum failures in five minutes for a share: a single call has as many if nothing works. */
const LEAST_FAILURES = 3;

/** Minutes that concurrency must stay above the threshold. */
const BUSY_MINUTES = 3;

/** Metrics that an alarm can have: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html */
const METRICS_OF_ALARM = 10;

type Conditions = readonly (readonly AlarmCondition[])[];

/** The relay's functions fail or can't be invoked, so that no handler counts the failure: the worst share. */
export const relayFailing =
  (sources: Sources) =>
  (threshold: number): Conditions => [
    [{ suffix: '-functions', metric: worstFunction(sources), threshold, periods: 1 }],
    [{ suffix: '-gateway', metric: failedAtGateway(sources), threshold, periods: 1 }],
  ];

function worstFunction({ socketFunctions }: Sources): MathExpression {
  const metrics = socketFunctions.flatMap((fn, index) => [
    [`errors${index}`, sumOf(fn, 'Errors')] as const,
    [`all${index}`, sumOf(fn, 'Invocations')] as const,
  ]);
  const shares = socketFunctions.map(
    (_, index) => `IF(errors${index} >= ${LEAST_FAILURES}, errors${index} / all${index}, 0)`,
  );
  return new MathExpression({
    expression: `MAX([${shares.join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics),
    label: 'failed invocations',
    period: Duration.minutes(5),
  });
}

/** Doesn't count strangers' connections, which the function refuses and which are integration errors, too. */
function failedAtGateway({ config, relay }: Sources): MathExpression {
  const period = Duration.minutes(5);
  const failed = 'SUM([execution, integration, -1 * refused])';
  return new MathExpression({
    expression: `IF(${failed} >= ${LEAST_FAILURES}, ${failed} / SUM([connections, messages]), 0)`,
    usingMetrics: {
      execution: relay.metric('ExecutionError').with({ period }),
      integration: relay.metric('IntegrationError').with({ period }),
      connections: relay.metric('ConnectCount').with({ period }),
      messages: relay.metric('MessageCount').with({ period }),
      refused: ownMetric(config, 'ConnectionRefused'),
    },
    label: 'failed at API Gateway',
    period,
  });
}

const sumOf = ({ function: fn }: ServiceFunction, name: 'Errors' | 'Invocations'): Metric =>
  fn.metric(name, { statistic: Stats.SUM, period: Duration.minutes(5) });

/**
 * Concurrency is nearly used up: the account's unreserved concurrency, or a function's reservation. The account's
 * `ConcurrentExecutions` would never come near its limit, because it doesn't count idle reservations:
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-concurrency.html
 */
export const concurrencyHigh =
  ({ config, reserved }: Sources) =>
  (threshold: number): Conditions => {
    const claimed = lambdaMetric('ClaimedAccountConcurrency', { statistic: Stats.MAXIMUM, minutes: 1 });
    const ofAccount = { metric: claimed, threshold: threshold * accountConcurrency(config) };
    const alarms = Array.from({ length: Math.ceil(reserved.length / METRICS_OF_ALARM) }, (_, index) => ({
      suffix: `-reserved-${index + 1}`,
      metric: fullestOf(reserved.slice(index * METRICS_OF_ALARM, (index + 1) * METRICS_OF_ALARM)),
      threshold,
    }));
    return [ofAccount, ...alarms].map((each) => [{ ...each, periods: BUSY_MINUTES }]);
  };

/** The highest share that a function uses of its reservation. */
export function fullestOf(functions: readonly ServiceFunction[], label = 'in use'): MathExpression {
  const shares = functions.map(({ node, reserved }) => `busy${node.id} / ${reserved}`);
  const metrics = functions.map(({ node, function: fn }) => {
    const options = { statistic: Stats.MAXIMUM, period: Duration.minutes(1) };
    return [`busy${node.id}`, fn.metric('ConcurrentExecutions', options)] as const;
  });
  return new MathExpression({
    expression: `MAX([${shares.join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics),
    label,
    period: Duration.minutes(1),
  });
}
