import { expect, it, vi } from 'vitest';
import { METRICS } from '../../lambdas/platform/metrics/catalogue.ts';
import { emitMetrics } from '../../lambdas/platform/metrics/emit.ts';

it('a metric is a line of JSON in the embedded metric format', () => {
  vi.stubEnv('ENVIRONMENT', 'staging');
  const writing = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  emitMetrics({ TelephonyRequests: 1 }, { Outcome: 'ok' });
  const [written = []] = writing.mock.calls;
  vi.restoreAllMocks();

  expect(written).toEqual([expect.stringMatching(/^\{.*\}\n$/)]);
  expect(JSON.parse(String(written[0]))).toEqual({
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: 'phone-call-agents',
          Dimensions: [['Environment', 'Outcome']],
          Metrics: [{ Name: 'TelephonyRequests', Unit: 'Count' }],
        },
      ],
    },
    Environment: 'staging',
    Outcome: 'ok',
    TelephonyRequests: 1,
  });
});

it('the catalogue of metrics has few enough combinations of dimensions to cost less than 15 USD a month', () => {
  const combinations = Object.values(METRICS).map((metric) =>
    'dimensions' in metric
      ? Object.values<readonly string[]>(metric.dimensions).reduce(
          (product, { length }) => product * length,
          1,
        )
      : 1,
  );

  // 0.30 USD a metric and month: https://aws.amazon.com/cloudwatch/pricing/
  expect(combinations.reduce((sum, count) => sum + count) * 0.3).toBeLessThan(15);
});
