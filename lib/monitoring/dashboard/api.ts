import { type IWidget, LogQueryWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Sources } from '../sources.ts';
import { limitAt, part, WIDTH } from './questions.ts';

/** The access log has what API Gateway's hundreds of per-operation metrics would show for 0.30 USD a month each. */
const BY_OPERATION = [
  'filter ispresent(resourcePath)',
  'stats count(*) as requests, sum(status >= 400 and status < 500) as refused, sum(status >= 500) as failed, pct(responseLatency, 50) as p50, pct(responseLatency, 99) as p99 by httpMethod, resourcePath',
  'sort failed desc, p99 desc',
  'limit 100',
];

/** Graphs for consumers of the API: requests, errors and latency. */
export function api({ config, api: rest }: Sources): IWidget[] {
  const { 'api-slow': slow } = config.alarmThresholds;
  const graphs = part('API', [
    {
      asks: 'How many requests arrive?',
      metrics: [rest.metric('Count', Stats.SUM).with({ label: 'requests' })],
      limits: [{ value: config.throttle.rate * 300, label: 'throttle of the API' }],
      unit: 'requests in five minutes',
    },
    {
      asks: 'How many requests are refused, and how many fail?',
      metrics: [
        rest.metric('4XXError', Stats.SUM).with({ label: 'refused (4xx)' }),
        rest.metric('5XXError', Stats.SUM).with({ label: 'failed (5xx)' }),
      ],
      unit: 'requests',
    },
    {
      asks: 'How long do requests take?',
      metrics: [50, 99].map((percentile) =>
        rest.metric('Latency', Stats.p(percentile)).with({ label: `p${percentile}` }),
      ),
      limits: limitAt(slow),
      unit: 'milliseconds',
    },
  ]);
  const operations = new LogQueryWidget({
    title: 'Which operations are used, refused, failing and slow?',
    logGroupNames: [rest.accessLog.logGroupName],
    queryLines: BY_OPERATION,
    width: WIDTH,
    height: 8,
  });
  return [...graphs, operations];
}
