import type { Resources } from '../template/resource.ts';
import type { AlarmStatus } from './alarms/alarm.ts';
import { AlarmBoard } from './alarms/alarm-board.ts';
import { type MetricQuery, valuesOf } from './alarms/metric-query.ts';
import { minutesOf, readAlarms } from './alarms/read-alarms.ts';
import type { Meters } from './counts/meters.ts';
import type { Series } from './math/values.ts';
import { embeddedMetrics } from './metrics/embedded-metrics.ts';
import type { Metric } from './metrics/metric.ts';
import { MetricStore, MINUTE_MS } from './metrics/metric-store.ts';
import { readStatistic } from './metrics/statistic.ts';
import { figuresOf, type Snapshot } from './snapshot.ts';

/**
 * The metrics and alarms of the stacks.
 *
 * Metrics come from the logs of functions (embedded metric format) and from the runtime itself, which counts what AWS
 * would ([`counted.ts`](counts/counted.ts)). They are kept by the minute for three hours at least, and forgotten with the runtime.
 *
 * Alarms are evaluated once at the start and then at the end of each minute, on the minute that has passed and those before it, by
 * CloudWatch's rules: sliding periods, statistics and metric math, evaluation periods, data points to alarm, missing data,
 * too few values for a percentile, rules of composite alarms and their suppressors. Values of the minute that is under way
 * do not count yet.
 */
export interface CloudWatch extends Pick<Meters, 'record'> {
  /** The alarms of all stacks with their present states, in the order of the templates. */
  alarms(): AlarmStatus[];
  /** The metrics that have had values. */
  metrics(): readonly Metric[];
  /**
   * A statistic (Sum, Average, Minimum, Maximum, SampleCount, p99 …) of the last minutes, the present one included.
   * Returns undefined if there is no value.
   */
  statistic(metric: Metric, statistic: string, minutes: number): number | undefined;
  /** The values of a metric or expression, such as a line of a dashboard, in periods up to the present one, the oldest first. */
  series(query: MetricQuery, minutes: number): Series;
  /** The alarms, and the figures of the metrics in the last minutes. */
  snapshot(minutes: number): Snapshot;
  /** CloudWatch's time in milliseconds: that of the runtime's clock, plus the minutes that `pass` added. */
  now(): number;
  /**
   * Lets CloudWatch's time pass: the alarms are evaluated for each of these minutes, and what happens from then on is that much
   * later for them. Nothing else notices: messages, calls and functions keep their own time. So a test lets trouble happen in
   * three periods of five minutes without waiting: it causes the trouble, lets five minutes pass, and does so twice more.
   * Gauges, such as the messages in a queue, have their present value in each of these minutes.
   */
  pass(minutes: number): void;
}

/** CloudWatch of the stacks, by the installed clock. */
export interface RunningCloudWatch extends CloudWatch, Meters {
  /** Sets the function that records gauges. */
  sampleBy(sample: () => void): void;
  /** Evaluates the alarms for the first time, and then every minute. */
  start(): void;
  close(): void;
}

/** Minutes for which values are kept at least. */
const LEAST_KEPT_MINUTES = 180;

/** Creates the parts that alarms need; nothing is evaluated before `start`. */
export function createCloudWatch(resources: Resources): RunningCloudWatch {
  const alarms = readAlarms(resources);
  const store = new MetricStore(Math.max(LEAST_KEPT_MINUTES, ...alarms.map(minutesOf)));
  const board = new AlarmBoard(alarms, store);
  let passedMs = 0;
  let sample = () => {};
  let timer: NodeJS.Timeout | undefined;
  const now = () => Date.now() + passedMs;
  const endMinute = () => {
    board.evaluate(now());
    sample();
  };
  const awaitNextMinute = () => {
    timer = setTimeout(
      () => {
        endMinute();
        awaitNextMinute();
      },
      MINUTE_MS - (now() % MINUTE_MS),
    );
    timer.unref();
  };
  const latest = (metric: Metric, minutes: number) => {
    const present = Math.floor(now() / MINUTE_MS);
    return store.between(metric, (present - minutes + 1) * MINUTE_MS, (present + 1) * MINUTE_MS);
  };
  const snapshot = (minutes: number): Snapshot => ({
    now: now(),
    minutes,
    alarms: board.statuses(),
    metrics: store.metrics().flatMap((metric) => {
      const samples = latest(metric, minutes);
      return samples ? [{ ...metric, ...figuresOf(samples) }] : [];
    }),
  });
  return {
    alarms: () => board.statuses(),
    metrics: () => store.metrics(),
    snapshot,
    series: (query, minutes) => {
      const { periodMs } = query;
      const until = Math.ceil((now() + 1) / periodMs) * periodMs;
      return valuesOf(query, store, { until, periods: Math.ceil((minutes * MINUTE_MS) / periodMs) });
    },
    statistic: (metric, statistic, minutes) => {
      const samples = latest(metric, minutes);
      return samples && readStatistic(statistic)(samples);
    },
    now,
    pass: (minutes) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        sample();
        passedMs += MINUTE_MS;
        board.evaluate(now());
      }
    },
    record: (metric, ...values) => store.record({ metric, values, at: now() }),
    readLine: (line) => {
      for (const { at, ...datum } of embeddedMetrics(line)) store.record({ ...datum, at: at + passedMs });
    },
    sampleBy: (work) => {
      sample = work;
    },
    start: () => {
      endMinute();
      awaitNextMinute();
    },
    close: () => clearTimeout(timer),
  };
}
