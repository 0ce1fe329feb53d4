import { describe, expect, it } from 'vitest';
import { embeddedMetrics } from '../../src/cloudwatch/metrics/embedded-metrics.ts';

const line = (changes: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    _aws: {
      Timestamp: 1000,
      CloudWatchMetrics: [
        {
          Namespace: 'shop',
          Dimensions: [['Place']],
          Metrics: [{ Name: 'Sold', Unit: 'Count' }, { Name: 'Wait' }],
        },
      ],
    },
    Place: 'north',
    Sold: 3,
    Wait: [10, 20],
    ...changes,
  });

describe('embeddedMetrics', () => {
  it('reads numbers and lists of numbers, with their dimensions and time', () => {
    const dimensions = { Place: 'north' };
    expect(embeddedMetrics(line())).toEqual([
      { metric: { namespace: 'shop', name: 'Sold', dimensions }, values: [3], at: 1000 },
      { metric: { namespace: 'shop', name: 'Wait', dimensions }, values: [10, 20], at: 1000 },
    ]);
  });

  it('leaves out a metric without a number', () => {
    expect(embeddedMetrics(line({ Wait: 'long' })).map(({ metric }) => metric.name)).toEqual(['Sold']);
  });

  it.each([
    ['a line of another kind', 'INFO something "_aws"'],
    ['a prefix before the JSON', `INFO ${line()}`],
    ['a directive without metrics', JSON.stringify({ _aws: { Timestamp: 1 } })],
    ['a missing dimension', line({ Place: undefined })],
    ['an empty dimension', line({ Place: '' })],
    ['JSON that is cut off', line().slice(0, -1)],
  ])('reads nothing from %s', (_, text) => {
    expect(embeddedMetrics(text)).toEqual([]);
  });
});
