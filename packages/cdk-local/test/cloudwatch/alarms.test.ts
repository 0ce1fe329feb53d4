import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCloudWatch } from '../../src/cloudwatch/cloudwatch.ts';
import type { Resource } from '../../src/template/resource.ts';

const arnOf = (name: string) => `arn:aws:cloudwatch:eu-west-1:1:alarm:${name}`;

const resource = (name: string, type: string, properties: Readonly<Record<string, unknown>>): Resource => ({
  stack: 'Shop',
  logicalId: name,
  type: `AWS::CloudWatch::${type}`,
  ref: name,
  attributes: { Arn: arnOf(name) },
  properties,
});

const alarm = (name: string, changes: Readonly<Record<string, unknown>> = {}) =>
  resource(name, 'Alarm', {
    Namespace: 'shop',
    MetricName: 'Wait',
    Period: 300,
    Statistic: 'Maximum',
    Threshold: 10,
    ComparisonOperator: 'GreaterThanThreshold',
    EvaluationPeriods: 1,
    TreatMissingData: 'notBreaching',
    AlarmActions: ['topic'],
    ...changes,
  });

const wait = { namespace: 'shop', name: 'Wait', dimensions: {} };

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12, 0, 30) }));
afterEach(() => vi.useRealTimers());

function run(...resources: Resource[]) {
  const cloudWatch = createCloudWatch(resources);
  cloudWatch.start();
  const of = (name: string) => {
    const found = cloudWatch.alarms().find((each) => each.name === name);
    if (!found) throw new Error(`There is no alarm ${name}.`);
    return found;
  };
  return { cloudWatch, of, state: (name: string) => of(name).state };
}

describe('an alarm on a metric', () => {
  it('is raised at the end of the minute, gives its reason, and runs its actions once', () => {
    const { cloudWatch, of } = run(alarm('late'));
    expect(of('late')).toMatchObject({ state: 'OK', raised: 0, rang: 0 });

    cloudWatch.record(wait, 3, 12);
    expect(of('late').state).toBe('OK');
    vi.advanceTimersByTime(30_000);

    expect(of('late')).toMatchObject({
      state: 'ALARM',
      reason: '12 (threshold > 10)',
      raised: 1,
      rang: 1,
      actions: 'enabled',
      since: Date.UTC(2026, 0, 1, 12, 1),
    });
    vi.advanceTimersByTime(120_000);
    expect(of('late')).toMatchObject({ state: 'ALARM', raised: 1, rang: 1 });
  });

  it('is over when newer values do not breach', () => {
    const { cloudWatch, state } = run(alarm('late'));
    cloudWatch.record(wait, 12);
    cloudWatch.pass(1);
    expect(state('late')).toBe('ALARM');

    cloudWatch.pass(5);
    cloudWatch.record(wait, 1);
    cloudWatch.pass(1);

    expect(state('late')).toBe('OK');
  });

  it('needs its number of periods', () => {
    const { cloudWatch, state } = run(alarm('late', { EvaluationPeriods: 3 }));
    for (const expected of ['OK', 'OK', 'ALARM']) {
      cloudWatch.record(wait, 12);
      cloudWatch.pass(5);
      expect(state('late')).toBe(expected);
    }
  });

  it('uses older values of two further periods if newer ones are missing', () => {
    const sparse = { EvaluationPeriods: 3, Period: 60 };
    const { cloudWatch, state } = run(alarm('late', sparse));
    for (const expected of ['OK', 'OK', 'ALARM']) {
      cloudWatch.record(wait, 12);
      cloudWatch.pass(1);
      expect(state('late')).toBe(expected);
      cloudWatch.pass(1);
    }
  });

  it('evaluates an expression of metrics', () => {
    const part = (Stat: string) => ({
      Metric: { Namespace: 'shop', MetricName: 'Wait' },
      Period: 300,
      Stat,
    });
    const { cloudWatch, state } = run(
      alarm('share', {
        Namespace: undefined,
        MetricName: undefined,
        Threshold: 0.5,
        Metrics: [
          { Id: 'result', Expression: 'IF(cases >= 3, share, 0)' },
          { Id: 'share', ReturnData: false, MetricStat: part('Average') },
          { Id: 'cases', ReturnData: false, MetricStat: part('SampleCount') },
        ],
      }),
    );
    cloudWatch.record(wait, 1, 1);
    cloudWatch.pass(1);
    expect(state('share')).toBe('OK');

    cloudWatch.record(wait, 1);
    cloudWatch.pass(1);

    expect(state('share')).toBe('ALARM');
  });

  it('evaluates an expression of expressions, in any order', () => {
    const { cloudWatch, state } = run(
      alarm('twice', {
        Namespace: undefined,
        MetricName: undefined,
        Metrics: [
          { Id: 'result', Expression: 'half * 2' },
          { Id: 'half', Expression: 'all / 2', ReturnData: false },
          {
            Id: 'all',
            ReturnData: false,
            MetricStat: { Metric: { Namespace: 'shop', MetricName: 'Wait' }, Period: 60, Stat: 'Sum' },
          },
        ],
      }),
    );
    cloudWatch.record(wait, 11);
    cloudWatch.pass(1);

    expect(state('twice')).toBe('ALARM');
  });

  it('keeps its state while a percentile has too few values', () => {
    const percentile = {
      Statistic: undefined,
      ExtendedStatistic: 'p50',
      EvaluateLowSampleCountPercentile: 'ignore',
    };
    const { cloudWatch, state } = run(alarm('late', percentile));
    cloudWatch.record(wait, ...new Array<number>(19).fill(12));
    cloudWatch.pass(1);
    expect(state('late')).toBe('OK');

    cloudWatch.record(wait, 12);
    cloudWatch.pass(1);

    expect(state('late')).toBe('ALARM');
  });

  it('reports what it cannot evaluate, and stays without a state', () => {
    const { of } = run(
      alarm('odd', { Period: 10 }),
      alarm('band', { ComparisonOperator: 'GreaterThanUpperThreshold' }),
      alarm('uncounted', { Namespace: 'AWS/EC2', MetricName: 'CPUUtilization' }),
    );

    expect(of('odd')).toMatchObject({
      state: 'INSUFFICIENT_DATA',
      fault: expect.stringContaining('10 seconds'),
    });
    expect(of('band').fault).toContain('GreaterThanUpperThreshold');
    expect(of('uncounted').fault).toBe('the local runtime does not count AWS/EC2 CPUUtilization');
  });

  it('considers all values of its periods', () => {
    const { cloudWatch, state } = run(alarm('day', { Period: 21_600, Statistic: 'Sum' }));
    cloudWatch.record(wait, 6);
    cloudWatch.pass(300);
    cloudWatch.record(wait, 6);
    cloudWatch.pass(1);

    expect(state('day')).toBe('ALARM');
  });

  it('reads metrics from the lines of a log', () => {
    const { cloudWatch, state } = run(alarm('late'));
    const directive = { Namespace: 'shop', Dimensions: [[]], Metrics: [{ Name: 'Wait' }] };

    cloudWatch.readLine(
      JSON.stringify({ _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] }, Wait: [1, 11] }),
    );
    cloudWatch.pass(1);

    expect(state('late')).toBe('ALARM');
    expect(cloudWatch.statistic(wait, 'Sum', 2)).toBe(12);
    expect(cloudWatch.statistic(wait, 'Sum', 1)).toBeUndefined();
  });

  it('evaluates the gauges of each minute', () => {
    const { cloudWatch, state } = run(alarm('late', { EvaluationPeriods: 2 }));
    let present = 12;
    cloudWatch.sampleBy(() => cloudWatch.record(wait, present));

    cloudWatch.pass(10);
    expect(state('late')).toBe('ALARM');
    present = 1;
    cloudWatch.pass(10);

    expect(state('late')).toBe('OK');
  });
});

describe('a composite alarm', () => {
  const users = resource('users', 'CompositeAlarm', {
    AlarmRule: `(ALARM("${arnOf('slow')}") OR ALARM("${arnOf('failing')}"))`,
    AlarmActions: ['topic'],
    ActionsSuppressor: arnOf('callers'),
    ActionsSuppressorWaitPeriod: 180,
    ActionsSuppressorExtensionPeriod: 180,
  });
  const callers = resource('callers', 'CompositeAlarm', {
    AlarmRule: 'ALARM(silent)',
    AlarmActions: ['topic'],
  });
  const on = (MetricName: string) => ({ MetricName, AlarmActions: [], Period: 60 });
  const all = [
    users,
    callers,
    alarm('slow', on('Slow')),
    alarm('failing', on('Failing')),
    alarm('silent', on('Silent')),
  ];
  const metric = (name: string) => ({ namespace: 'shop', name, dimensions: {} });

  it('follows its alarms and names them; these run no actions of their own', () => {
    const { cloudWatch, of } = run(...all);
    expect(of('callers').state).toBe('OK');

    cloudWatch.record(metric('Silent'), 20);
    cloudWatch.pass(1);

    expect(of('callers')).toMatchObject({
      kind: 'composite',
      state: 'ALARM',
      rang: 1,
      reason: 'Raised: silent',
    });
    expect(of('silent')).toMatchObject({ state: 'ALARM', raised: 1, rang: 0, actions: 'none' });
    expect(of('users')).toMatchObject({ state: 'OK', rang: 0 });
  });

  it('waits for its suppressor before it runs its actions', () => {
    const { cloudWatch, of } = run(...all);

    for (const rang of [0, 0, 0, 1, 1]) {
      cloudWatch.record(metric('Slow'), 20);
      cloudWatch.pass(1);
      expect(of('users')).toMatchObject({
        state: 'ALARM',
        rang,
        actions: rang === 0 ? 'suppressed' : 'enabled',
      });
    }
  });

  it('runs no actions while its suppressor is raised, and shortly after', () => {
    const { cloudWatch, of } = run(...all);
    for (let minute = 0; minute < 6; minute += 1) {
      cloudWatch.record(metric('Slow'), 20);
      cloudWatch.record(metric('Silent'), 20);
      cloudWatch.pass(1);
    }
    expect(of('users')).toMatchObject({ state: 'ALARM', rang: 0, actions: 'suppressed' });

    for (const rang of [0, 0, 1]) {
      cloudWatch.record(metric('Slow'), 20);
      cloudWatch.record(metric('Silent'), 1);
      cloudWatch.pass(1);
      expect(of('users').rang).toBe(rang);
    }
  });

  it('reports an alarm that does not exist', () => {
    const { of } = run(resource('lost', 'CompositeAlarm', { AlarmRule: 'ALARM("nobody")' }));

    expect(of('lost')).toMatchObject({ state: 'INSUFFICIENT_DATA', fault: 'there is no alarm nobody' });
  });

  it('runs no actions if they are disabled', () => {
    const { cloudWatch, of } = run(alarm('late', { ActionsEnabled: false }));
    cloudWatch.record(wait, 12);
    cloudWatch.pass(1);

    expect(of('late')).toMatchObject({ state: 'ALARM', raised: 1, rang: 0, actions: 'disabled' });
  });
});
