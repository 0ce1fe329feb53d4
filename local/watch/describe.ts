import { METRICS, type MetricName, occurs } from '../../lambdas/platform/metrics/catalogue.ts';
import type { AlarmThresholds } from '../../lib/config/alarm-thresholds.ts';
import type { Style } from '../call/screen.ts';
import type { EmittedMetrics } from './emitted-metrics.ts';

export interface Line {
  readonly text: string;
  /** @default plain */
  readonly style?: Style;
}

/** The displayed data: metrics of some minutes, and the thresholds to compare them with. */
export interface Watched {
  readonly metrics: EmittedMetrics;
  readonly minutes: number;
  readonly thresholds: AlarmThresholds;
}

export function describe({ metrics, minutes, thresholds }: Watched): Line[] {
  const period = minutes === 1 ? 'this minute' : `the last ${minutes} minutes`;
  const title = ['phone-call-agents', metrics.environment, new Date().toTimeString().slice(0, 8), period];
  return [
    { text: title.filter((part) => part !== undefined).join(' · '), style: 'bold' },
    heading('Calls'),
    ...calls(metrics),
    heading('Turns'),
    ...turns(metrics),
    heading('Deliveries'),
    ...deliveries(metrics),
    heading('Thresholds'),
    ...exceeded(metrics, thresholds),
  ];
}

const heading = (text: string): Line => ({ text, style: ['bold', 'cyan'] });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The percentile of the values; undefined without values. */
const percentile = (values: readonly number[], percent: number) =>
  [...values].sort((one, other) => one - other)[Math.ceil((values.length * percent) / 100) - 1];

/** A readable duration: 850 ms, 1.2 s, 3 min. */
function duration(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

function calls(metrics: EmittedMetrics): Line[] {
  const underWay = metrics.values('CallsUnderWay').at(-1);
  const counted =
    underWay === undefined ? 'not counted yet' : `${underWay} ringing or in conversation at the last count`;
  const { dimensions } = METRICS.CallsEnded;
  const ended = dimensions.Direction.map((Direction) => {
    const outcomes = dimensions.Outcome.filter((Outcome) => occurs('CallsEnded', { Direction, Outcome })).map(
      (Outcome) => `${sum(metrics.values('CallsEnded', { Direction, Outcome }))} ${Outcome}`,
    );
    return { text: `ended, ${Direction}: ${outcomes.join(', ')}` };
  });
  return [{ text: counted }, ...ended];
}

/** Segments of a turn, with their labels. */
const SEGMENTS = [
  ['TurnSilence', 'callee waits'],
  ['TurnModelAsked', 'until the model request'],
  ['TurnFirstToken', 'until its first token'],
  ['TurnFirstText', 'until the first text'],
  ['TurnLastText', 'until the last text'],
] as const satisfies readonly (readonly [MetricName, string])[];

const PERCENTS = [50, 90, 99];

function turns(metrics: EmittedMetrics): Line[] {
  const row = (label: string, figures: readonly string[]): Line => ({
    text: label.padEnd(26) + figures.map((figure) => figure.padStart(9)).join(''),
  });
  const interrupted = metrics.values('TurnInterrupted');
  const failed = metrics.values('ModelFailed');
  return [
    {
      text: `${interrupted.length} turns, ${sum(interrupted)} interrupted, ${sum(metrics.values('TurnFailed'))} failed; ${sum(failed)} of ${failed.length} requests to models failed`,
    },
    row(
      '',
      PERCENTS.map((percent) => `p${percent}`),
    ),
    ...SEGMENTS.map(([name, label]) => {
      const values = metrics.values(name);
      return row(
        label,
        PERCENTS.map((percent) => duration(percentile(values, percent))),
      );
    }),
  ];
}

function deliveries(metrics: EmittedMetrics): Line[] {
  const [delivered, retried, givenUp] = METRICS.DeliveryAttempts.dimensions.Outcome.map((Outcome) =>
    sum(metrics.values('DeliveryAttempts', { Outcome })),
  );
  const late = (name: MetricName) => duration(percentile(metrics.values(name), 90) ?? 0);
  return [
    { text: `${delivered} delivered, ${givenUp} given up; ${retried} failed attempts that are retried` },
    { text: `p90: ${late('DeliveryWait')} to the first attempt, ${late('DeliveryAge')} to the delivery` },
  ];
}

/** Minimum cases for a share, as in the alarms. */
const LEAST_CASES = 10;

const share = (values: readonly number[]) =>
  values.length < LEAST_CASES ? undefined : sum(values) / values.length;

const most = (values: readonly number[]) => (values.length === 0 ? undefined : Math.max(...values));

/** The thresholds on functions' own metrics; AWS measures the others itself. */
const MEASURED: {
  readonly [Name in keyof AlarmThresholds]: (metrics: EmittedMetrics) => number | undefined;
} = {
  'turns-slow': (metrics) => percentile(metrics.values('TurnSilence'), 50),
  'turns-very-slow': (metrics) => percentile(metrics.values('TurnSilence'), 99),
  'calls-in-error': (metrics) => share(metrics.values('CallFailed')),
  'models-failing': (metrics) => share(metrics.values('ModelFailed')),
  'telephony-failing': (metrics) => share(metrics.values('TelephonyFailed')),
  'deliveries-late': (metrics) => {
    const waitMs = percentile(metrics.values('DeliveryWait'), 90);
    return waitMs && waitMs / 1000;
  },
  'reconciliation-late': (metrics) => most(metrics.values('ReconciliationLag')),
};

function exceeded(metrics: EmittedMetrics, thresholds: AlarmThresholds): Line[] {
  const lines = Object.entries(MEASURED).flatMap(([name, measure]): Line[] => {
    const [threshold, value] = [thresholds[name as keyof AlarmThresholds], measure(metrics)];
    if (threshold === undefined || value === undefined || value <= threshold) return [];
    const text = `  ${name}: ${Number(value.toFixed(3))} is above ${threshold} (docs/runbook.md#${name})`;
    return [{ text, style: 'red' }];
  });
  const isAny = lines.length > 0;
  const text = `${lines.length} of ${Object.keys(MEASURED).length} thresholds of production exceeded`;
  return [{ text, style: isAny ? 'red' : 'green' }, ...lines];
}
