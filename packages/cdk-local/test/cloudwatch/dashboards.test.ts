import { expect, it } from 'vitest';
import { createCloudWatch } from '../../src/cloudwatch/cloudwatch.ts';
import { readDashboard } from '../../src/cloudwatch/dashboards/read-dashboard.ts';

const place = { x: 0, y: 0, width: 8, height: 6 };
const READS = ['AWS/DynamoDB', 'ConsumedReadCapacityUnits', 'TableName', 'Table'];

const dashboard = (...widgets: object[]) => ({ DashboardBody: JSON.stringify({ widgets }) });

it('shows the values of metrics and expressions in their periods', () => {
  const cloudWatch = createCloudWatch([]);
  const [widget] = readDashboard(
    dashboard({
      ...place,
      type: 'metric',
      properties: {
        title: 'How many units does the table use?',
        yAxis: { left: { label: 'units' } },
        annotations: { horizontal: [{ label: 'quota', value: 40_000 }] },
        metrics: [
          [{ label: 'reads a second', expression: 'reads / PERIOD(reads)', period: 60 }],
          [...READS, { stat: 'Sum', period: 60, visible: false, id: 'reads' }],
          [...READS, { stat: 'Maximum', period: 60 }],
        ],
      },
    }),
  );
  if (widget?.kind !== 'graph') throw new Error('It is no graph.');
  const metric = {
    namespace: 'AWS/DynamoDB',
    name: 'ConsumedReadCapacityUnits',
    dimensions: { TableName: 'Table' },
  };

  cloudWatch.record(metric, 100, 20);
  cloudWatch.pass(1);
  cloudWatch.record(metric, 60);

  expect(widget).toMatchObject({ unit: 'units', limits: [{ label: 'quota', value: 40_000 }] });
  expect(widget.lines.map(({ label, query }) => [label, cloudWatch.series(query, 3)])).toEqual([
    ['reads a second', [undefined, 2, 1]],
    ['ConsumedReadCapacityUnits', [undefined, 100, 60]],
  ]);
});

it('contains texts and log queries', () => {
  expect(
    readDashboard(
      dashboard(
        { ...place, type: 'text', properties: { markdown: '## API' } },
        { ...place, type: 'log', properties: { title: 'Which?', query: "SOURCE 'log' | limit 1" } },
      ),
    ),
  ).toEqual([
    { ...place, kind: 'text', markdown: '## API' },
    { ...place, kind: 'log', title: 'Which?', query: "SOURCE 'log' | limit 1" },
  ]);
});

it('refuses unknown widgets', () => {
  expect(() => readDashboard(dashboard({ ...place, type: 'custom', properties: {} }))).toThrow('type');
});
