import { METRICS, type MetricName } from '../../lambdas/runtime/metrics/catalogue.ts';
import { combinationsOf } from '../../lambdas/runtime/metrics/combinations.ts';
import { MONTHLY_PRICES, PRICES } from '../prices.ts';
import { number, type Table } from '../table.ts';
import type { StackResources } from './stacks.ts';

/** Hours a day in which the ages of secrets have values; CloudWatch charges metrics by the hour. */
const SECRET_AGE_HOURS = 4;

/** The metrics of a service that nobody calls: those of reconciliation, every minute, and the ages of secrets. */
const IDLE_METRICS = 3 + SECRET_AGE_HOURS / 24;

/** The metrics that need a line of the configuration which neither environment has. */
const OPTIONAL: ReadonlySet<string> = new Set<MetricName>(['SyntheticCallFailed']);

/** Metrics of an environment without synthetic calls: each combination of the values of its dimensions is one. */
export const USUAL_METRICS = Object.keys(METRICS)
  .filter((name): name is MetricName => !OPTIONAL.has(name))
  .reduce((sum, name) => sum + combinationsOf(name).length, 0);

const MINUTES_A_MONTH = 43_800;

/** Bytes of metrics in logs: of a run of reconciliation, every minute, and of a call minute. */
export interface MetricBytes {
  readonly aRun: number;
  readonly aCallMinute: number;
}

/** The cost of monitoring a month: at rest, and with calls. */
export function monthlyCost(
  stacks: readonly StackResources[],
  bytes: MetricBytes,
  callMinutes: number,
): Table {
  const counts = countMonitoring(stacks);
  const kilobytes = (minutes: number) => (MINUTES_A_MONTH * bytes.aRun + minutes * bytes.aCallMinute) / 1024;
  const logs = (minutes: number) => (kilobytes(minutes) * PRICES.logs.usd) / 1e6;
  const rows = [
    rowOf('metric', IDLE_METRICS, USUAL_METRICS),
    rowOf('alarmMetric', counts.alarmMetric),
    rowOf('compositeAlarm', counts.compositeAlarm),
    rowOf('dashboard', counts.dashboard),
    rowOf('key', counts.key),
    {
      part: 'KB of metrics in logs',
      rest: kilobytes(0),
      used: kilobytes(callMinutes),
      usdAtRest: logs(0),
      usdInUse: logs(callMinutes),
    },
  ];
  const sum = (of: 'usdAtRest' | 'usdInUse') => rows.reduce((total, row) => total + row[of], 0);
  return {
    title: 'Monitoring a month',
    note: `What production's monitoring costs when nobody calls, and with ${callMinutes.toLocaleString('en-US')} call minutes that use every metric. Counted in the templates, in the catalogue of metrics and in the logs of a run.`,
    columns: [
      'part',
      'number at rest',
      'USD',
      `number at ${callMinutes.toLocaleString('en-US')} minutes`,
      'USD in use',
    ],
    rows: [
      ...rows.map(({ part, rest, used, usdAtRest, usdInUse }) => [
        part,
        number(rest, Number.isInteger(rest) || rest > 100 ? 0 : 1),
        number(usdAtRest, 2),
        number(used),
        number(usdInUse, 2),
      ]),
      ['in all', '', number(sum('usdAtRest'), 2), '', number(sum('usdInUse'), 2)],
    ],
  };
}

function rowOf(priced: keyof typeof MONTHLY_PRICES, rest: number, used = rest) {
  const { part, usd } = MONTHLY_PRICES[priced];
  return { part, rest, used, usdAtRest: rest * usd, usdInUse: used * usd };
}

function countMonitoring(stacks: readonly StackResources[]) {
  const resources = stacks.filter(({ name }) => name === 'Monitoring').flatMap(({ resources }) => resources);
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
  return {
    alarmMetric: ofType('AWS::CloudWatch::Alarm').reduce(
      (sum, { Properties: { Metrics } }) =>
        sum + (Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1),
      0,
    ),
    compositeAlarm: ofType('AWS::CloudWatch::CompositeAlarm').length,
    dashboard: ofType('AWS::CloudWatch::Dashboard').length,
    key: ofType('AWS::KMS::Key').length,
  };
}
