import * as z from 'zod';
import { prices } from '../../lambdas/usage/model/prices.ts';
import { quotas } from '../../lambdas/usage/model/quotas.ts';
import { alarmThresholds } from './alarm-thresholds.ts';
import { domains } from './domains.ts';
import { languageModel } from './language-models.ts';
import { NOUN_SETTINGS, schemasOf } from './noun-settings.ts';
import { rollout } from './rollout.ts';
import { region, whole } from './values.ts';

/** API Gateway's limits per account and region: requests a second, and at once. */
const throttle = z.strictObject({ rate: whole(1, 10_000), burst: whole(1, 5_000) });

/** AWS WAF's maximum limit of a rate-based rule. */
const MOST_OF_WAF = 2_000_000_000;

/** Lambda's minimum and maximum concurrency of a queue's event source mapping. */
const consumers = whole(2, 1000);

/** AWS Backup's bounds: https://docs.aws.amazon.com/aws-backup/latest/devguide/metering-and-billing.html */
const backupDays = whole(7, 36_500);

const VAULT = /^arn:aws:backup:[a-z]{2}(-[a-z]+)+-\d:\d{12}:backup-vault:[\w-]{2,50}$/;
const vaultArn = z.string().regex(VAULT, 'must be the ARN of a backup vault');

/** What all services accept: https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html */
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+@-]+$/u;
const OF_AWS_OR_OURS = /^(aws:.*|project|environment|stack)$/is;
const tags = z.record(z.string(), z.string()).refine((all) => {
  const isTag = ([key, value]: [string, string]) =>
    TAG.test(key) && TAG.test(value) && key.length <= 128 && value.length <= 256 && !OF_AWS_OR_OURS.test(key);
  return Object.keys(all).length <= 40 && Object.entries(all).every(isTag);
}, 'must be at most 40 tags of letters, digits, spaces and _.:/=+@-, without project, environment, stack and aws:');

const ofNouns = schemasOf(NOUN_SETTINGS);

/** The settings of an environment. Those that functions read are described in `settings.ts` of the nouns. */
export const environmentConfig = z.strictObject({
  /** The file's name in `environments/`, and part of the names of stacks and roles, which IAM limits to 64. */
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
      'must be of lower-case letters, digits and dashes, as in production-eu',
    )
    .max(20, 'must have at most 20 characters'),
  /** AWS region, such as `eu-central-1`. */
  region,
  /** The 12-digit AWS account. Required if `protectData` is true. @default that of the deploying credentials */
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account')
    .exactOptional(),

  /**
   * The GitHub repository whose workflows deploy this environment (docs/operations.md), as its tokens name it:
   * `owner/name`, or `owner@<id>/name@<id>` for a repository that was created after July 15, 2026. Without a wildcard,
   * because anybody who matches may deploy. @default no workflow can deploy it
   */
  pipeline: z
    .strictObject({
      repository: z
        .string()
        .regex(
          /^[\w-]+(@\d+)?\/[\w.-]+(@\d+)?$/,
          'must be owner/name or owner@id/name@id, without a wildcard',
        ),
    })
    .exactOptional(),

  /**
   * How the functions of conversations, callbacks and deliveries, and the API's authorizer, move to a new version
   * (docs/operations.md). Each function costs 0.20 to 0.40 USD a month for its alarms. @default at once, without versions
   */
  rollout: rollout.exactOptional(),

  /** Custom domains of the APIs and the console. @default AWS's addresses */
  domains: domains.exactOptional(),

  /** The console, at an address of CloudFront that also serves the API; `{}` turns it on. @default there is none */
  console: z
    .strictObject({
      /** The folder of the built pages. @default console/dist */
      directory: z.string().exactOptional(),
    })
    .exactOptional(),

  /** Retain the data when its stack is deleted, and protect the table and its stack from deletion. */
  protectData: z.boolean(),
  /** A restored table that replaces the stack's own: `npm run restore` prints it. @default the stack's own table */
  restoredTable: z
    .strictObject({ name: z.string(), streamArn: z.string() })
    .refine(
      ({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`),
      'must have the ARN of a stream of that table',
    )
    .exactOptional(),
  /** Daily backups, in a vault with a key of its own (docs/operations.md). @default point-in-time recovery only */
  backup: z
    .strictObject({
      /** Retention of a backup in days: at least 7, so that recordings are backed up incrementally. */
      days: backupDays,
      /** A vault in another account or region that gets a copy of each backup, and the copy's retention in days. */
      copyTo: z.strictObject({ vaultArn, days: backupDays }).exactOptional(),
      /** Whether a vault lock prevents early deletion, except by those who may remove it. @default false */
      locked: z.boolean().exactOptional(),
    })
    .exactOptional(),
  /** Tags of all resources besides `project`, `environment` and `stack`, for cost allocation. @default none */
  tags: tags.exactOptional(),
  /** Log retention in days: one of the periods that CloudWatch supports. */
  logRetentionDays: z.literal([7, 14, 30, 90, 365]),
  /** Retention of events in the bus's archive, in days. */
  eventArchiveDays: whole(1),
  /**
   * Units a second to which the throughput of the table and of each of its indexes is raised at once. AWS bills the
   * increase once, and never lowers it; a value below what the table has already grown to fails the deployment
   * (docs/scale.md). https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
   * Its quota for a table is 40,000 of each.
   * @default not raised: a new table has 4,000 writes and 12,000 reads, which grow with the traffic
   */
  warmThroughput: z
    .strictObject({ writes: whole(4000, 40_000), reads: whole(12_000, 40_000) })
    .exactOptional(),
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']),
  /** Whether functions emit metrics, at 0.30 USD a month each. Alarms and the dashboard need them (docs/cost.md). */
  metrics: z.boolean(),
  /** Whether X-Ray samples invocations, at up to 5 USD per million (docs/cost.md). */
  tracing: z.boolean(),
  /** How logs show user ids. `npm run logs -- --user <id>` prints an id's hash. */
  userIdsInLogs: z.enum(['plain', 'hashed']),
  /** Whether alarms notify the operator's topic; otherwise only CloudWatch shows them. */
  alarms: z.boolean(),
  /** Additional receivers of alarms: e-mail addresses, which must confirm, and https URLs. @default none */
  alarmAddresses: z
    .array(
      z
        .string()
        .regex(
          /^([^\s@]+@[^\s@.]+(\.[^\s@.]+)+$|https:\/\/[^\s/]+\.[^\s/]+)/,
          'must be an e-mail address or an https URL',
        ),
    )
    .exactOptional(),
  /** The thresholds of the user-facing alarms. An alarm costs 0.10 to 0.80 USD a month. */
  alarmThresholds,
  /** Create a CloudWatch dashboard of the environment, for 3 USD a month; an account's first three are free. */
  dashboard: z.boolean(),
  /** A budget for the whole account. Notifies when 80 % is spent, and when AWS forecasts more. @default none */
  budget: z.strictObject({ usdAMonth: z.number().positive('must be more than 0') }).exactOptional(),
  /**
   * Requests a second, and burst, of each operation of the REST API, for all users together: a ceiling that no user
   * reaches alone. API Gateway permits 10,000 a second per account and region, for all APIs together. API Gateway
   * refuses with 429; if Lambda throttled instead, clients would get 500.
   */
  throttle,
  /** The same for the telephony vendor's callbacks. A call has about ten, and a refused callback may fail the call. */
  callbackThrottle: throttle,
  ...ofNouns,
  /** Requests a minute of one address and token that AWS WAF permits, from 21 USD a month. @default no web ACL */
  webAcl: z
    .strictObject({
      apiPerAddress: whole(1, MOST_OF_WAF),
      apiPerToken: whole(1, MOST_OF_WAF),
      /** The same for one address of the telephony vendor, which has many. */
      callbacksPerAddress: whole(6000, MOST_OF_WAF),
      /**
       * AWS's managed rules against known attacks: `count` matches, or block them. Begin with `count`, and watch the
       * metrics (docs/security.md). @default not used
       */
      managedRules: z.enum(['count', 'block']).exactOptional(),
    })
    .exactOptional(),
  /**
   * Messages a second, and burst, for all WebSockets of the telephony vendor. A conversation with quick turns sends
   * about one a second, and a throttled message is lost. API Gateway permits 10,000 a second per account and region,
   * for all APIs together.
   */
  relayThrottle: throttle,

  /**
   * Reserved concurrency of the functions that the telephony vendor invokes, which also caps them, so that forged
   * requests can't starve others. A turn occupies one invocation while the model answers: about a quarter of a
   * conversation's time. `cdk synth` checks that reservations and all consumers fit into the account. @default nothing
   * is reserved or checked
   */
  concurrency: z
    .strictObject({
      /** The account's quota for all functions of the region: 1,000, in a new account perhaps far less. */
      account: whole(1),
      /** For the agent's answers. */
      turns: whole(1),
      /** Provisioned concurrency: at most half of `turns`, with `rollout`, for 8.76 USD a month each. @default none */
      provisionedTurns: whole(1).exactOptional(),
      /** For each function of a step that nearly every call has, or that waits for a model. */
      callSteps: whole(1),
      /** For each function that handles the vendor's other reports, such as keypad input and finished transfers. */
      reports: whole(1),
    })
    .exactOptional(),

  /** Concurrency of queue consumers (at least 2). Nobody waits for a single message of theirs. */
  consumers: z.strictObject({
    /** Silence checks. A conversation has one per turn, and three when the contact is silent. */
    silenceChecks: consumers,
    /** For each function with other work, such as storing recordings and collecting fields. */
    background: consumers,
  }),

  telephony: z.strictObject({
    ...ofNouns.telephony.shape,
    /** Concurrent dialing invocations (at least 2). */
    dialConcurrency: consumers,
    /** What people hear if the vendor gets no instructions. API Gateway interprets $ and #, so it has neither. */
    outage: z.string().regex(/^[^$#]{1,500}$/, 'must have 1 to 500 characters, and neither $ nor #'),
  }),

  recordings: z.strictObject({
    ...ofNouns.recordings.shape,
    /**
     * Days for which a deleted or replaced recording can be restored (docs/operations.md). `npm run erase` deletes for good.
     * @default deleted at once
     */
    versionDays: whole(1, 36_500).exactOptional(),
  }),

  /** The limits per user (docs/limits.md); null means no limit. Lowering a limit deletes nothing. */
  quotas,

  /** The prices for cost estimates of calls. With an unpriced model, a call's estimate is marked as incomplete. */
  prices,

  webhooks: z.strictObject({
    ...ofNouns.webhooks.shape,
    /** Concurrent deliveries (at least 2). */
    concurrency: consumers,
  }),
  languageModel,
});

export type EnvironmentConfig = z.input<typeof environmentConfig>;
