import { RegionInfo } from 'aws-cdk-lib/region-info';
import * as z from 'zod';
import { nearestWord } from '../../lambdas/platform/nearest-word.ts';

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `from ${least} to ${most}`;
  const rule = `must be whole, ${bounds}`;
  return z.number(rule).int(rule).min(least, rule).max(most, rule);
};

/** IAM permits 64 characters in a role's name, of which the CDK adds up to 40. */
export const environmentName = z
  .string()
  .regex(
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    'must be of lower-case letters, digits and dashes, as in production-eu',
  )
  .max(20, 'must have at most 20 characters');

export const account = z.string().regex(/^\d{12}$/, 'must be the 12 digits of an AWS account');

/** The regions of AWS's standard partition; the templates are for no other. */
const REGIONS = RegionInfo.regions.filter(({ partition }) => partition === 'aws').map(({ name }) => name);
export const region = z.string().refine((name) => REGIONS.includes(name), {
  error: ({ input }) =>
    `must be a region of AWS such as ${nearestWord(String(input), REGIONS) ?? 'us-east-1'}, not "${input}"`,
});

/** API Gateway's limits per account and region: requests a second, and at once. */
export const throttle = z.strictObject({ rate: whole(1, 10_000), burst: whole(1, 5_000) });

/** AWS WAF's most requests of a rule. */
export const MOST_OF_WAF = 2_000_000_000;

/** The account's concurrency, and what is reserved of it. */
export const concurrency = z.strictObject({
  /** The account's quota for all functions of the region: 1,000 unless AWS agreed to another. A new account may have far less. */
  account: whole(1),
  /** For the agent's answers. */
  turns: whole(1),
  /**
   * Of these, the provisioned ones: no cold start delays their answers. Each costs 8.76 USD a month (docs/cost.md).
   * At most half of `turns`, and only with `rollout`. @default none
   */
  provisionedTurns: whole(1).exactOptional(),
  /** For each function of the steps that nearly every call has (from dialing to the recording), or that waits for a model. */
  callSteps: whole(1),
  /** For each function that handles the vendor's other reports: on keys and ends of transfers. */
  reports: whole(1),
});

/** Lambda's least and most concurrent invocations by a queue. */
export const consumers = whole(2, 1000);

/** A repository in the subject of GitHub's tokens, without a wildcard: anybody in it may deploy. */
export const repository = z
  .string()
  .regex(/^[\w-]+(@\d+)?\/[\w.-]+(@\d+)?$/, 'must be owner/name or owner@id/name@id, without a wildcard');

export const restoredTable = z
  .strictObject({ name: z.string(), streamArn: z.string() })
  .refine(
    ({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`),
    'must have the ARN of a stream of that very table',
  );

/**
 * The shortest retention with incremental backups, and AWS Backup's longest:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/metering-and-billing.html
 */
export const backupDays = whole(7, 36_500);

const VAULT = /^arn:aws:backup:[a-z]{2}(-[a-z]+)+-\d:\d{12}:backup-vault:[\w-]{2,50}$/;
export const vaultArn = z.string().regex(VAULT, 'must be the ARN of a backup vault');

/**
 * The characters that all services accept in tags:
 * https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html
 */
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+@-]+$/u;
const OF_AWS_OR_OURS = /^(aws:.*|project|environment|stack)$/is;
export const tags = z.record(z.string(), z.string()).refine((all) => {
  const isTag = ([key, value]: [string, string]) =>
    TAG.test(key) && TAG.test(value) && key.length <= 128 && value.length <= 256 && !OF_AWS_OR_OURS.test(key);
  return Object.keys(all).length <= 40 && Object.entries(all).every(isTag);
}, 'must be at most 40, of letters, digits, spaces and _.:/=+@-, without project, environment, stack and aws:');

/** From the units that DynamoDB gives every on-demand table to its quota for a table. */
export const warmThroughput = z.strictObject({ writes: whole(4000, 40_000), reads: whole(12_000, 40_000) });

export const alarmAddress = z
  .string()
  .regex(
    /^([^\s@]+@[^\s@.]+(\.[^\s@.]+)+$|https:\/\/[^\s/]+\.[^\s/]+)/,
    'must be an e-mail address or an https URL',
  );
