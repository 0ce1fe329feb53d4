import { type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { METRICS, occurs } from '../../../lambdas/platform/metrics/catalogue.ts';
import { failedFrames, ownMetric, type Sources } from '../sources.ts';
import { limitAt, part } from './questions.ts';

export function callsNow(sources: Sources): IWidget[] {
  const { config, relay, callbacks } = sources;
  const { dimensions: ends } = METRICS.CallsEnded;
  const byOutcome = ends.Direction.flatMap((Direction) =>
    ends.Outcome.map((Outcome) => ({ Direction, Outcome })),
  )
    .filter((dimensions) => occurs('CallsEnded', dimensions))
    .map((dimensions) => {
      const label = `${dimensions.Direction}, ${dimensions.Outcome}`;
      return ownMetric(config, 'CallsEnded', { dimensions }).with({ label });
    });
  const maximum = { statistic: Stats.MAXIMUM, minutes: 1 };
  return part('Calls now', [
    {
      asks: 'How many calls are in progress?',
      metrics: [ownMetric(config, 'CallsUnderWay', maximum).with({ label: 'ringing or talking' })],
      unit: 'calls',
    },
    {
      asks: 'How many conversations begin?',
      metrics: METRICS.CallsStarted.dimensions.Direction.map((Direction) =>
        ownMetric(config, 'CallsStarted', { dimensions: { Direction } }).with({ label: Direction }),
      ),
      unit: 'calls in five minutes',
    },
    { asks: 'How do calls end?', metrics: byOutcome, unit: 'calls' },
    {
      asks: 'What share of calls ends in an error?',
      metrics: [
        ownMetric(config, 'CallFailed', { statistic: Stats.AVERAGE }).with({ label: 'ended in an error' }),
      ],
      limits: limitAt(config.alarmThresholds['calls-in-error']),
      unit: 'share',
    },
    {
      asks: 'Do the vendor’s callbacks reach us?',
      metrics: [
        callbacks.metric('Count', Stats.SUM).with({ label: 'callbacks' }),
        callbacks.metric('4XXError', Stats.SUM).with({ label: 'refused' }),
        ownMetric(config, 'CallbackUnsigned').with({ label: 'not signed' }),
        callbacks.metric('5XXError', Stats.SUM).with({ label: 'failed' }),
      ],
      unit: 'callbacks',
    },
    {
      asks: 'Do conversations connect, and do frames fail?',
      metrics: [
        ...(['ConnectCount', 'ClientError', 'ExecutionError', 'IntegrationError'] as const).map((name) =>
          relay.metric(name),
        ),
        ownMetric(config, 'ConnectionRefused', { minutes: 1 }).with({ label: 'strangers’ connections' }),
      ],
      unit: 'a minute',
    },
    {
      asks: 'What share of frames fails?',
      metrics: [failedFrames(sources)],
      limits: limitAt(config.alarmThresholds['frames-failing']),
      unit: 'share',
    },
    {
      asks: 'How close are frames to their throttle?',
      metrics: [relay.metric('MessageCount').with({ label: 'frames' })],
      limits: [{ value: config.relayThrottle.rate * 60, label: 'throttle of the relay' }],
      unit: 'frames a minute',
    },
    {
      asks: 'Does reconciliation keep up?',
      metrics: [
        ownMetric(config, 'ReconciliationLag', maximum).with({ label: 'seconds overdue' }),
        ownMetric(config, 'ReconciliationLeft', maximum).with({ label: 'records remaining' }),
      ],
      limits: limitAt(config.alarmThresholds['reconciliation-late'], 'alarm, seconds'),
      unit: 'seconds, records',
    },
  ]);
}
