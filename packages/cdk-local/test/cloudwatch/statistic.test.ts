import { describe, expect, it } from 'vitest';
import { Samples } from '../../src/cloudwatch/metrics/samples.ts';
import { readStatistic } from '../../src/cloudwatch/metrics/statistic.ts';

const samplesOf = (...values: number[]) => {
  const samples = new Samples();
  for (const value of values) samples.add(value);
  return samples;
};

describe('statistics', () => {
  const hundred = samplesOf(...Array.from({ length: 100 }, (_, index) => index + 1));

  it.each([
    ['Sum', 5050],
    ['Average', 50.5],
    ['Minimum', 1],
    ['Maximum', 100],
    ['SampleCount', 100],
    ['p50', 50],
    ['p99', 99],
    ['p99.9', 100],
    ['p0', 1],
    ['p100', 100],
    ['PR(:30)', 30],
    ['PR(90:)', 10],
    ['TC(10:20)', 10],
    ['TS(98:)', 199],
    ['TM(98:)', 99.5],
  ])('%s of 1 to 100 is %d', (name, value) => {
    expect(readStatistic(name)(hundred)).toBe(value);
  });

  it('counts each of several equal values', () => {
    expect(readStatistic('p50')(samplesOf(1, 7, 7, 7))).toBe(7);
  });

  it('keeps percentiles within 0.05 %', () => {
    expect(Math.abs(readStatistic('p50')(samplesOf(12_345.678)) / 12_345.678 - 1)).toBeLessThan(0.0005);
  });

  it.each(['', 'IQM', 'p101', 'sum'])('refuses "%s"', (name) => {
    expect(() => readStatistic(name)).toThrow('not known');
  });
});
