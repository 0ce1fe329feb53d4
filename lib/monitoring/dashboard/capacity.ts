import { Duration } from 'aws-cdk-lib';
import { type IWidget, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { fullestOf } from '../function-alarms.ts';
import { accountConcurrency, lambdaMetric, type Sources } from '../sources.ts';
import { limitAt, part } from './questions.ts';

/** Default units a second of a table, unless AWS has granted more. */
const TABLE_UNITS = 40_000;

/** Graphs of how much of AWS's limits is used. */
export function capacity({ config, store, publisher, queues, reserved }: Sources): IWidget[] {
  const perSecond = (name: 'ConsumedReadCapacityUnits' | 'ConsumedWriteCapacityUnits', label: string) =>
    new MathExpression({
      expression: `${label} / PERIOD(${label})`,
      usingMetrics: { [label]: store.metric(name) },
      label,
      period: Duration.minutes(1),
    });
  const {
    'concurrency-high': concurrencyHigh,
    'queues-late': queuesLate,
    'stream-late': streamLate,
    'table-throttled': tableThrottled,
  } = config.alarmThresholds;
  return part('Capacity', [
    {
      asks: 'How much concurrency is used or reserved?',
      metrics: [
        lambdaMetric('ClaimedAccountConcurrency', { statistic: Stats.MAXIMUM, minutes: 1 }).with({
          label: 'all functions',
        }),
      ],
      limits: [{ value: accountConcurrency(config), label: 'concurrency of the account' }],
      unit: 'concurrent invocations',
    },
    {
      asks: 'How full are the functions’ reservations?',
      metrics: reserved.map((fn) => fullestOf([fn], fn.entry)),
      limits: limitAt(concurrencyHigh),
      unit: 'share',
    },
    {
      asks: 'What does AWS throttle?',
      metrics: [
        lambdaMetric('Throttles', { minutes: 1 }).with({ label: 'invocations' }),
        lambdaMetric('RecursiveInvocationsDropped', { minutes: 1 }).with({ label: 'stopped loops' }),
        store.metric('ReadThrottleEvents').with({ label: 'reads' }),
        store.metric('WriteThrottleEvents').with({ label: 'writes' }),
        store.metric('TransactionConflict').with({ label: 'conflicts' }),
      ],
      limits: limitAt(tableThrottled && tableThrottled / 5, 'alarm of reads and writes, for minutes'),
      unit: 'a minute',
    },
    {
      asks: 'How many capacity units does the table use?',
      metrics: [
        perSecond('ConsumedReadCapacityUnits', 'reads'),
        perSecond('ConsumedWriteCapacityUnits', 'writes'),
      ],
      limits: [{ value: TABLE_UNITS, label: 'quota of a table' }],
      unit: 'units a second',
    },
    {
      asks: 'How late is the stream published?',
      metrics: [
        publisher.function.metric('IteratorAge', {
          statistic: Stats.MAXIMUM,
          period: Duration.minutes(1),
          label: 'oldest change',
        }),
      ],
      limits: limitAt(streamLate && streamLate * 1000),
      unit: 'milliseconds',
    },
    {
      asks: 'How old is the oldest message of each queue?',
      metrics: [...queues].map(([name, { queue }]) =>
        queue
          .metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: Duration.minutes(1) })
          .with({ label: name }),
      ),
      limits: limitAt(queuesLate, 'alarm of prompt queues'),
      unit: 'seconds',
    },
  ]);
}
