import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { monthlyCost, USUAL_METRICS } from '../../../bench/monitoring/monthly-cost.ts';
import { MONTHLY_PRICES } from '../../../bench/prices.ts';
import { renderTable } from '../../../bench/table.ts';
import { synthesizedEnvironments } from '../../support/run/templates.ts';

const docs = (page: string) => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
const page = docs('cost.md');
const decision = docs('decisions/0053-metrics-are-lines-of-the-log.md');
const switches = docs('operations.md');

/** Bytes that a run of reconciliation logs: those of the page's table, which a bench measures. */
const A_RUN = 512;

const environments = await synthesizedEnvironments();
const costOf = (environment: 'Staging' | 'Production') =>
  monthlyCost(
    [{ name: 'Monitoring', resources: environments[environment].stacks.Monitoring.resources }],
    { aRun: A_RUN, aCallMinute: 0 },
    10_000,
  );
const cells = (line: string) =>
  line
    .split('|')
    .map((cell) => cell.trim())
    .join('|');
const lines = page.split('\n').map(cells);

describe('the page on cost', () => {
  it('has the alarms, dashboards and metrics of production', () => {
    const table = costOf('Production');

    const counted = renderTable({ ...table, rows: table.rows.slice(0, 5) });
    for (const line of counted.split('\n').filter((text) => /^\| (?!-)/.test(text)))
      expect(lines).toContain(cells(line));
  });

  it('adds them up', () => {
    const [, table = ''] = page.split('number at 10,000 minutes');
    const rows = table
      .split('\n\n')[0]!
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const sum = (column: number) =>
      rows
        .slice(0, -1)
        .reduce((total, row) => total + Number(row[column]), 0)
        .toFixed(2);

    expect(rows).toHaveLength(7);
    expect([sum(3), sum(5)]).toEqual([rows.at(-1)?.[3], rows.at(-1)?.[5]]);
  });

  it('has the same at rest in both environments, with the alarms on new versions', () => {
    const atRest = (environment: 'Staging' | 'Production') =>
      renderTable(costOf(environment)).trim().split('\n').at(-1)?.split('|')[3]?.trim();
    const ofVersions = ['Calls', 'Events'].flatMap((stack) =>
      environments.Production.stacks[stack as 'Calls' | 'Events']
        .ofType('AWS::CloudWatch::Alarm')
        .flatMap(({ Properties }) => Properties.Metrics ?? [Properties])
        .filter(({ MetricStat, MetricName }) => MetricStat ?? MetricName),
    );
    const usd = (ofVersions.length * MONTHLY_PRICES.alarmMetric.usd).toFixed(2);

    expect(lines).toContain(
      `|metrics, dashboard, alarms and the key of their topic|${atRest('Staging')}|${atRest('Production')}|`,
    );
    expect(lines).toContain(`|alarms on new versions of functions||${usd}|`);
    expect(page).toContain(`\`rollout\`) cost ${usd} USD a month`);
  });

  it('adds up what an idle environment costs', () => {
    const [, table = ''] = page.split('| part | staging | production |');
    const rows = table
      .split('\n\n')[0]!
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const sum = (column: number) =>
      rows
        .slice(0, -1)
        .reduce((total, row) => total + Number(row[column]), 0)
        .toFixed(2);

    expect(rows.length).toBeGreaterThan(8);
    expect([sum(2), sum(3)]).toEqual([rows.at(-1)?.[2], rows.at(-1)?.[3]]);
  });

  it('says how many metrics there are without synthetic calls, and what they cost', () => {
    const cost = (USUAL_METRICS * MONTHLY_PRICES.metric.usd).toFixed(2);

    expect(page).toContain(`All ${USUAL_METRICS} metrics together cost ${cost} USD a month.`);
    expect(decision).toContain(`never a user or a call: ${USUAL_METRICS} metrics in all,`);
    expect(switches).toContain(`| [0.95 to ${cost}](cost.md#metrics) |`);
  });
});
