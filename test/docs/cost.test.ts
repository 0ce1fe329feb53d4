import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { synthesizedEnvironments } from '../support/run/templates.ts';

const page = readFileSync(new URL('../../docs/cost.md', import.meta.url), 'utf8');

/** The cells of the rows whose first cell begins with a text. */
const cellsOf = (part: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith(`| ${part}`))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

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
  const [[, staging, production]] = cellsOf('alarms, at') as [string[]];
  const [[, , versions]] = cellsOf('alarms on new versions') as [string[]];

  expect([staging, production, versions].map(Number)).toEqual([
    costOfAlarms(['Monitoring'], environments.Staging),
    costOfAlarms(['Monitoring'], environments.Production),
    costOfAlarms(['Calls', 'Api', 'Events'], environments.Production),
  ]);
});
