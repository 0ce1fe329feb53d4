import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkConfig } from '../../lib/config/check-config.ts';
import { defineEnvironment } from '../../lib/config/define-environment.ts';
import production from '../support/environments/production.ts';
import { synthesizedEnvironments } from '../support/run/templates.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The cells of a table's rows below a heading. */
const rowsBelow = (text: string, heading: string): string[][] =>
  (text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
const numberIn = (cell = ''): number => Number(cell.replaceAll(',', ''));

const [cost, scale] = [read('docs/cost.md'), read('docs/scale.md')];
/** The measured call: units in all, a minute and a second, by their part. */
const call = new Map(
  rowsBelow(read('bench/results.md'), 'A call').map(([part = '', ...units]) => [part, units.map(numberIn)]),
);
const aSecond = (part: string) => call.get(part)?.[2] ?? Number.NaN;

const environments = await synthesizedEnvironments();

/** USD a month: 0.10 for each metric that an alarm watches, and 0.50 for a composite alarm. */
function costOfAlarms(names: readonly string[], { stacks }: (typeof environments)['Production']): number {
  const all = names.map((name) => stacks[name as keyof typeof stacks]);
  const alarms = all.flatMap((stack) => stack.ofType('AWS::CloudWatch::Alarm'));
  const composites = all.flatMap((stack) => stack.ofType('AWS::CloudWatch::CompositeAlarm'));
  const metrics = alarms.map(({ Properties }) => {
    const { Metrics = [{ MetricStat: {} }] } = Properties;
    return Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat).length;
  });
  return metrics.reduce((sum, each) => sum + each, 0) / 10 + composites.length / 2;
}

it('the page on cost counts the alarms of both environments', () => {
  const idle = rowsBelow(cost, 'An idle environment');
  const [, staging, production] = idle.find(([part]) => part?.startsWith('alarms, at')) ?? [];
  const [, , versions] = idle.find(([part]) => part?.startsWith('alarms on new versions')) ?? [];

  expect([staging, production, versions].map(Number)).toEqual([
    costOfAlarms(['Monitoring'], environments.Staging),
    costOfAlarms(['Monitoring'], environments.Production),
    costOfAlarms(['Calls', 'Api', 'Events'], environments.Production),
  ]);
});

it('a call minute costs what the measured call uses', () => {
  const rows = rowsBelow(cost, 'A call minute');
  const [sum, ...parts] = rows.reverse();

  for (const [part = '', units, price, millionths] of parts) {
    expect([part, numberIn(units)]).toEqual([part, call.get(part)?.[1]]);
    expect([part, numberIn(millionths)]).toEqual([part, Math.round(numberIn(units) * numberIn(price))]);
  }
  expect(parts.length).toBeGreaterThan(10);
  expect(numberIn(sum?.at(-1))).toBe(parts.reduce((all, cells) => all + numberIn(cells[3]), 0));
});

/** What a conversation uses of a limit in a second: executions of deliveries wait for receivers of 250 ms. */
const USED: readonly (readonly [RegExp, number])[] = [
  [/calls per second/, aSecond('Lambda: invocations') / (call.get('Lambda: invocations')?.[0] ?? 0)],
  [
    /webhooks/,
    0.25 * aSecond('Lambda: invocations of deliveries') + aSecond('Lambda: seconds of deliveries'),
  ],
  [/turns/, aSecond('Lambda: seconds of answers')],
  [/write/, aSecond('DynamoDB: write units')],
  [/read/, aSecond('DynamoDB: read units')],
  [/PutEvents/, aSecond('EventBridge: events')],
  [/relayThrottle.rate/, aSecond('API Gateway: frames')],
];

it('limits are full at the conversations that the measured call shows, in their order', () => {
  const rows = rowsBelow(scale, 'What is full first');
  const full = rows.map(([limit = '', value, each, at]) => {
    const used = USED.find(([name]) => name.test(limit))?.[1] ?? 0;
    expect([limit, numberIn(each)]).toEqual([limit, expect.closeTo(used, 3)]);
    const exact = numberIn(value) / used;
    const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
    expect([limit, numberIn(at)]).toEqual([limit, Math.floor(exact / step) * step]);
    return exact;
  });
  const { webhooks, concurrency, relayThrottle, calls } = production;
  const shipped = [
    calls.perSecondPerAccount,
    webhooks.concurrency,
    concurrency?.turns,
    4000,
    relayThrottle.rate,
  ];

  expect(full).toEqual(full.toSorted((one, other) => one - other));
  expect(rows.map(([, value]) => numberIn(value))).toEqual(expect.arrayContaining(shipped));
});

it.each([
  450, 1500, 5000, 10_000,
])('the column for %i conversations has room for them, and passes the checks of synth', (C) => {
  const rows = rowsBelow(scale, 'Quotas to ask for, and values to configure');
  const column = [450, 1500, 5000, 10_000].indexOf(C) + 1;
  const settings: Record<string, Record<string, number>> = {};
  for (const [name = '', ...cells] of rows) {
    const [, group, key] = /^`(\w+)\.(\w+)`/.exec(name) ?? [];
    const value = cells[column - 1];
    if (group && key && value !== 'unset') settings[group] = { ...settings[group], [key]: numberIn(value) };
    const used = USED.find(([each]) => each.test(name))?.[1];
    // Half as much again: calls that begin together write more.
    const margin = /write/.test(name) ? 1.5 : 1;
    const most = value === 'unset' ? { writes: 4000, reads: 12_000 }[key ?? ''] : numberIn(value);
    if (used !== undefined)
      expect([name, most]).toEqual([name, expect.toSatisfy((given: number) => given >= margin * used * C)]);
  }
  const relayThrottle = { ...settings.relayThrottle, burst: 5000 };
  const configured = defineEnvironment({ ...production, preset: 'production', ...settings, relayThrottle });

  expect(() => checkConfig(configured)).not.toThrow();
  if (column === 1) expect(production).toMatchObject(settings);
});
