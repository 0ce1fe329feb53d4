import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { type AlarmCondition, accountConcurrency, lambdaMetric, ownMetric, type Sources } from './sources.ts';

/** Fewest failures in five minutes from which their share is computed: one call brings as many if nothing works. */
const LEAST_FAILURES = 3;

/** Minutes for which so much concurrency must be in use. */
const BUSY_MINUTES = 3;

/** Metrics that an alarm can have: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html */
const METRICS_OF_ALARM = 10;

type Conditions = readonly (readonly AlarmCondition[])[];

/**
 * The relay's functions crash or time out, or API Gateway cannot invoke them: then no handler lives that could count a
 * failure itself. The share of the worst function, and that of all connections and messages.
 */
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

/** Connections of strangers, which the function refuses, are integration errors as well: they do not count. */
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
 * Concurrency is nearly used up: what is left of the account's for functions without a reservation, or a function's own
 * reservation. `ConcurrentExecutions` of the account would never come near its limit, because what is reserved and idle
 * does not count in it: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-concurrency.html
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

/** The share of its reservation that the fullest function uses. */
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
