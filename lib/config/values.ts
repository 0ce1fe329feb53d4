import { RegionInfo } from 'aws-cdk-lib/region-info';
import * as z from 'zod';
import { nearestWord } from '../../lambdas/platform/nearest-word.ts';

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `from ${least} to ${most}`;
  const rule = `must be whole, ${bounds}`;
  return z.number(rule).int(rule).min(least, rule).max(most, rule);
};

/** The regions of AWS's standard partition, the only one that the templates support. */
const REGIONS = RegionInfo.regions.filter(({ partition }) => partition === 'aws').map(({ name }) => name);
export const region = z.string().refine((name) => REGIONS.includes(name), {
  error: ({ input }) =>
    `must be an AWS region such as ${nearestWord(String(input), REGIONS) ?? 'us-east-1'}, not "${input}"`,
});
