import { describe, expect, it } from 'vitest';
import { METRIC_NAMESPACE, METRICS, type MetricName } from '../../../lambdas/runtime/metrics/catalogue.ts';
import { combinationsOf } from '../../../lambdas/runtime/metrics/combinations.ts';
import { ENVIRONMENTS, type StackTemplate, synthesizedEnvironments } from '../../support/run/templates.ts';
import type { AlarmMetric } from './alarm-metric.ts';
import { AWS_METRICS, isDocumented, type NamedMetric } from './aws-metrics.ts';

const environments = await synthesizedEnvironments();

/** The content of the dashboard, with a placeholder for each reference to a resource. */
function dashboardOf({ ofType }: StackTemplate) {
  const [dashboard, ...others] = ofType('AWS::CloudWatch::Dashboard');
  expect(others).toEqual([]);
  const body = dashboard?.Properties.DashboardBody;
  const parts: unknown[] = typeof body === 'string' ? [body] : body['Fn::Join'][1];
  const text = parts.map((part) => (typeof part === 'string' ? part : 'reference')).join('');
  return { name: dashboard?.Properties.DashboardName, widgets: JSON.parse(text).widgets as Widget[] };
}

interface Widget {
  readonly type: string;
  readonly properties: {
    readonly title?: string;
    readonly query?: string;
    readonly markdown?: string;
    readonly metrics?: readonly (readonly unknown[])[];
    readonly annotations?: { readonly horizontal: readonly { readonly value: number }[] };
  };
}

/** The metrics that alarms name, also in expressions. */
function metricsOfAlarms({ ofType }: StackTemplate): NamedMetric[] {
  const dimensionsOf = (list: readonly { readonly Name: string; readonly Value: unknown }[] = []) =>
    Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));
  return ofType('AWS::CloudWatch::Alarm').flatMap(({ Properties: { Metrics, ...single } }) => {
    const named = Metrics
      ? Metrics.flatMap(({ MetricStat }: { readonly MetricStat?: { readonly Metric: AlarmMetric } }) =>
          MetricStat ? [MetricStat.Metric] : [],
        )
      : [single];
    return named.map(({ Namespace, MetricName, Dimensions }: AlarmMetric) => ({
      namespace: Namespace,
      name: MetricName,
      dimensions: dimensionsOf(Dimensions),
    }));
  });
}

/** The metrics that a dashboard shows: namespace, name, then alternating names and values of dimensions. */
function metricsOfWidgets(widgets: readonly Widget[]): NamedMetric[] {
  return widgets.flatMap(({ properties: { metrics = [] } }) =>
    metrics.flatMap((line) => {
      const [namespace, name, ...pairs] = line.filter((part) => typeof part === 'string');
      if (namespace === undefined || name === undefined) return [];
      const dimensions = Object.fromEntries(
        pairs.flatMap((part, index) => (index % 2 === 0 ? [[part, pairs[index + 1]]] : [])),
      );
      return [{ namespace, name, dimensions }];
    }),
  );
}

/** A metric with the values of its dimensions, in any order. */
const keyOfMetric = ({ namespace, name, dimensions }: NamedMetric) =>
  JSON.stringify([namespace, name, Object.entries(dimensions).sort()]);

/** Whether the service emits a metric with these dimensions; a test of the running service proves that the catalogue is right. */
function isEmitted(
  { name, dimensions: { Environment, ...others } }: NamedMetric,
  environment: string,
): boolean {
  if (!(name in METRICS) || Environment !== environment) return false;
  const key = (dimensions: object) => JSON.stringify(Object.entries(dimensions).sort());
  return combinationsOf(name as MetricName).some((combination) => key(combination) === key(others));
}

describe.each(ENVIRONMENTS)('the metrics that alarms and the dashboard of %s name', (name) => {
  const { Monitoring } = environments[name].stacks;
  const named = [...metricsOfAlarms(Monitoring), ...metricsOfWidgets(dashboardOf(Monitoring).widgets)];

  it('exist: the service emits them, or AWS documents them', () => {
    const missing = named.filter((metric) =>
      metric.namespace === 'phone-call-agents'
        ? !isEmitted(metric, name.toLowerCase())
        : !isDocumented(metric),
    );

    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(80);
  });

  it('are all metrics of the service', () => {
    const shown = named.filter(({ namespace }) => namespace === 'phone-call-agents').map(({ name }) => name);

    // Synthetic calls need a line of the configuration.
    const usual = Object.keys(METRICS).filter((name) => name !== 'SyntheticCallFailed');
    expect([...new Set(shown)].sort()).toEqual(usual.sort());
  });

  it('are shown with every value of their dimensions', () => {
    const shown = metricsOfWidgets(dashboardOf(Monitoring).widgets).map(keyOfMetric);

    const values = Object.entries(METRICS).flatMap(([metric, declared]) =>
      'dimensions' in declared
        ? combinationsOf(metric as MetricName).map((dimensions) =>
            keyOfMetric({
              namespace: METRIC_NAMESPACE,
              name: metric,
              dimensions: { ...dimensions, Environment: name.toLowerCase() },
            }),
          )
        : [],
    );
    expect(values).toHaveLength(8 + 2 + 6 + 3);
    expect(values.filter((value) => !shown.includes(value))).toEqual([]);
  });

  it('distinguish the APIs of the account', () => {
    const apis = environments[name]
      .ofType('AWS::ApiGateway::RestApi')
      .map(({ Properties }) => Properties.Name);
    const watched = named.flatMap(({ dimensions: { ApiName } }) => (ApiName ? [ApiName] : []));

    expect(apis.sort()).toEqual([
      `phone-call-agents-${name.toLowerCase()}-api`,
      `phone-call-agents-${name.toLowerCase()}-callbacks`,
    ]);
    expect([...new Set(watched)].sort()).toEqual(apis);
  });
});

describe.each(ENVIRONMENTS)('the dashboard of %s', (name) => {
  const { name: dashboard, widgets } = dashboardOf(environments[name].stacks.Monitoring);

  it('has a part for each concern, and every graph is titled by the question that it answers', () => {
    const headings = widgets.flatMap(({ properties: { markdown } }) => markdown ?? []);
    const titles = widgets.filter(({ type }) => type !== 'text').map(({ properties: { title } }) => title);

    expect(dashboard).toBe(`phone-call-agents-${name.toLowerCase()}`);
    expect(headings).toEqual(
      ['Calls now', 'Turns', 'Webhooks', 'Vendors', 'API', 'Capacity'].map((part) => `## ${part}`),
    );
    expect(titles.length).toBeGreaterThan(20);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).toMatch(/^[A-Z].{10,60}\?$/);
  });

  it('draws the threshold of the alarm on throttles of the table, by the minute', () => {
    const graph = widgets.find(({ properties: { title } }) => title === 'What does AWS refuse?');

    expect(graph?.properties.annotations?.horizontal.map(({ value }) => value)).toEqual(
      name === 'Staging' ? undefined : [2],
    );
  });

  it.each([
    ['How much of the concurrency is in use?', 1000],
    ['How many units does the table use?', 40_000],
  ])('draws a line at the limit: %s', (question, limit) => {
    const graph = widgets.find(({ properties: { title } }) => title === question);

    expect(graph?.properties.annotations?.horizontal.map(({ value }) => value)).toEqual([limit]);
  });
});

describe('the dashboards of both environments', () => {
  it('have the same graphs, except for the goals of production', () => {
    const [ofStaging, ofProduction] = ENVIRONMENTS.map((name) =>
      dashboardOf(environments[name].stacks.Monitoring).widgets.map(
        ({ properties: { title, markdown } }) => title ?? markdown,
      ),
    );

    expect(ofProduction?.filter((asks) => asks !== 'What share of turns misses its goal?')).toEqual(
      ofStaging,
    );
    expect(ofProduction).toHaveLength(ofStaging!.length + 1);
  });
});

describe.each(ENVIRONMENTS)('the table of operations of %s', (name) => {
  const { widgets } = dashboardOf(environments[name].stacks.Monitoring);
  const [{ properties }] = widgets.filter(({ type }) => type === 'log') as [Widget];

  it('asks for fields that the access log has', () => {
    const [stage] = environments[name].stacks.Api.ofType('AWS::ApiGateway::Stage');
    const logged: unknown = JSON.parse(stage!.Properties.AccessLogSetting.Format);
    const words =
      properties.query?.replace(/^SOURCE 'reference'/, '').match(/\b[a-z]+[A-Z]\w+\b|\bstatus\b/g) ?? [];

    expect(properties.query).toContain('by httpMethod, resourcePath');
    expect([...new Set(words)].sort()).toEqual(['httpMethod', 'resourcePath', 'responseLatency', 'status']);
    for (const word of words) expect(logged).toHaveProperty(word);
  });
});

describe('the list of AWS’s metrics', () => {
  it.each([
    ['AWS/DynamoDB', 'TransactionConflict', { TableName: 'table' }, true],
    ['AWS/DynamoDB', 'TransactionConflict', { TableName: 'table', GlobalSecondaryIndexName: 'index' }, false],
    ['AWS/Lambda', 'IteratorAge', { FunctionName: 'publish' }, true],
    ['AWS/Lambda', 'IteratorAge', {}, false],
    ['AWS/ApiGateway', 'MessageCount', { ApiId: 'api' }, true],
    ['AWS/ApiGateway', 'MessageCount', { ApiName: 'api' }, false],
  ])('has the dimensions of each metric: %s %s %j: %s', (namespace, metric, dimensions, expected) => {
    expect(isDocumented({ namespace, name: metric, dimensions })).toBe(expected);
  });

  it('names the page of each', () => {
    for (const { page } of Object.values(AWS_METRICS))
      expect(page).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/.+\.html$/);
  });
});
