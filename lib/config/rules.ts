import { isAlarm } from './alarm-thresholds.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { type Rollout, type RolloutGroup, SHIFT_MINUTES } from './rollout.ts';

export type Rule = readonly [value: string, isRight: boolean, rule: string];

export function isWholeBetween(value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

export function edgeRules({ webAcl, requestLimit }: EnvironmentConfig): Rule[] {
  if (!webAcl) return [];
  const least = {
    apiPerAddress: requestLimit.rate,
    apiPerToken: requestLimit.rate,
    callbacksPerAddress: 100,
  };
  return (['apiPerAddress', 'apiPerToken', 'callbacksPerAddress'] as const).map((name) => [
    `webAcl.${name}`,
    isWholeBetween(webAcl[name], 60 * least[name], 2_000_000_000),
    'must be whole, and at least what a user may in a minute',
  ]);
}

const OWN_TAGS = ['project', 'environment', 'stack'] as const;

/**
 * The characters that all services accept in tags:
 * https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html
 */
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+@-]+$/u;
const MOST_CHARACTERS = { key: 128, value: 256 };
const MOST_TAGS = 40;

export function tagRules({ tags = {} }: EnvironmentConfig): Rule[] {
  const isTag = ([key, value]: [string, string]) =>
    TAG.test(key) &&
    TAG.test(value) &&
    key.length <= MOST_CHARACTERS.key &&
    value.length <= MOST_CHARACTERS.value &&
    !/^aws:/i.test(key) &&
    !OWN_TAGS.some((own) => own === key);
  return [
    [
      'tags',
      Object.entries(tags).length <= MOST_TAGS && Object.entries(tags).every(isTag),
      `must be at most ${MOST_TAGS}, of letters, digits, spaces and _.:/=+@-, none of them ${OWN_TAGS.join(', ')} or beginning with aws:`,
    ],
  ];
}

/** API Gateway's limits per account and region: requests a second, and at once. */
const ACCOUNT_RATE = 10_000;
const ACCOUNT_BURST = 5_000;

/** API Gateway takes the throttle of a stage. */
export function throttleRules(
  name: 'throttle' | 'callbackThrottle' | 'relayThrottle',
  { [name]: { rate, burst } }: EnvironmentConfig,
): Rule[] {
  const most = 'API Gateway takes no more of an account';
  return [
    [`${name}.rate`, isWholeBetween(rate, 1, ACCOUNT_RATE), `must be whole, from 1 to 10000: ${most}`],
    [`${name}.burst`, isWholeBetween(burst, 1, ACCOUNT_BURST), 'must be whole, from 1 to 5000'],
  ];
}

export function requestLimitRules({ requestLimit: { rate, burst }, throttle }: EnvironmentConfig): Rule[] {
  return [
    ['requestLimit.rate', isWholeBetween(rate, 1, throttle.rate), 'must be whole, from 1 to throttle.rate'],
    // A refused user waits for at most five seconds.
    [
      'requestLimit.burst',
      isWholeBetween(burst, rate, 5 * rate),
      'must be whole, from the rate to five times of it',
    ],
  ];
}

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const PAGER = /^https:\/\/[^\s/]+\.[^\s/]+/;

/** The rules for monitoring: alarms, dashboard and budget. */
export function monitoringRules(config: EnvironmentConfig): Rule[] {
  const { alarmAddresses = [], alarmThresholds, budget, dashboard, metrics } = config;
  return [
    ...Object.entries(alarmThresholds).flatMap(([name, threshold]): Rule[] => [
      [
        `alarmThresholds.${name}`,
        // Node.js does not check types, and nobody would miss the alarm.
        isAlarm(name),
        'must have the name of an alarm: lib/config/alarm-thresholds.ts lists them',
      ],
      [
        `alarmThresholds.${name}`,
        Number.isFinite(threshold) && threshold >= 0,
        'must be a number of at least 0',
      ],
    ]),
    ...alarmAddresses.map(
      (address, index): Rule => [
        `alarmAddresses[${index}]`,
        EMAIL.test(address) || PAGER.test(address),
        'must be an e-mail address or an https URL',
      ],
    ),
    [
      'alarmAddresses',
      config.alarms || alarmAddresses.length === 0,
      'must be empty while alarms is false: nobody would be told',
    ],
    [
      'metrics',
      metrics || (!dashboard && Object.keys(alarmThresholds).length === 0),
      'must be true for alarmThresholds and the dashboard: they would show nothing',
    ],
    [
      'budget.usdAMonth',
      !budget || (Number.isFinite(budget.usdAMonth) && budget.usdAMonth > 0),
      'must be more than 0',
    ],
  ];
}

/**
 * The longest retention of AWS Backup, in days:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/API_Lifecycle.html
 */
const MOST_DAYS = 36_500;

/**
 * The shortest retention with incremental backups, in days:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/metering-and-billing.html
 */
const LEAST_DAYS = 7;

const VAULT = /^arn:aws:backup:[a-z]{2}(-[a-z]+)+-\d:\d{12}:backup-vault:[\w-]{2,50}$/;

export function backupRules({ backup, recordings }: EnvironmentConfig): Rule[] {
  const { versionDays } = recordings;
  const versions: Rule = [
    'recordings.versionDays',
    versionDays === undefined || isWholeBetween(versionDays, 1, MOST_DAYS),
    'must be whole and at least 1; leave it out to keep no versions',
  ];
  if (!backup) return [versions];
  const { days, copyTo } = backup;
  return [
    versions,
    [
      'backup',
      versionDays !== undefined,
      'must come with recordings.versionDays: AWS Backup takes only buckets that keep versions',
    ],
    [
      'backup.days',
      isWholeBetween(days, LEAST_DAYS, MOST_DAYS),
      `must be whole, from ${LEAST_DAYS} to ${MOST_DAYS}`,
    ],
    [
      'backup.copyTo.vaultArn',
      !copyTo || VAULT.test(copyTo.vaultArn),
      'must be the ARN of a backup vault, such as arn:aws:backup:eu-west-1:111122223333:backup-vault:name',
    ],
    [
      'backup.copyTo.days',
      !copyTo || isWholeBetween(copyTo.days, LEAST_DAYS, MOST_DAYS),
      `must be whole, from ${LEAST_DAYS} to ${MOST_DAYS}`,
    ],
  ];
}

/**
 * An id of a foundation model or of an inference profile. It has no wildcard, because the functions get the permission
 * for exactly this id.
 */
const MODEL_ID = /^[a-z0-9-]+(\.[\w-]+)+(:[\w-]+)*$/i;
const MODEL_ARN = /^arn:aws[\w-]*:bedrock:[a-z0-9-]+:\d*:[a-z-]+\/[\w.:-]+$/;
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** Most models whose traits are known: functions receive them as a variable. */
const MAX_TRAITS = 20;

export function bedrockRules({ languageModel }: EnvironmentConfig): Rule[] {
  const { bedrock, models = {} } = languageModel;
  const windows = Object.values(models).flatMap(({ window }) => window ?? []);
  return [
    [
      'languageModel.models',
      Object.keys(models).length <= MAX_TRAITS &&
        windows.every((window) => Number.isInteger(window) && window >= 1_000),
      `must be at most ${MAX_TRAITS} models, with windows of at least 1000 tokens`,
    ],
    ...(bedrock ? rulesOf(bedrock) : []),
  ];
}

function rulesOf({
  region,
  models,
  usualModel,
}: NonNullable<EnvironmentConfig['languageModel']['bedrock']>): Rule[] {
  return [
    [
      'languageModel.bedrock.region',
      region === undefined || REGION.test(region),
      'must be a region of AWS, such as us-east-1',
    ],
    [
      'languageModel.bedrock.models',
      models.every((model) => model.length <= 200 && (MODEL_ID.test(model) || MODEL_ARN.test(model))),
      'must be ids of models or inference profiles, or their ARNs, without a wildcard: functions may ask them',
    ],
    [
      'languageModel.bedrock.usualModel',
      usualModel === undefined || models.includes(usualModel),
      'must be one of languageModel.bedrock.models',
    ],
  ];
}

/** The stacks of the groups, which are deployed one after the other. */
const STACKS: readonly (readonly RolloutGroup[])[] = [['conversations', 'callbacks'], ['deliveries']];

/** Minutes that a deployment of all stacks takes for its shifts. */
const minutesOfRollout = (rollout: Rollout): number =>
  STACKS.reduce((sum, groups) => sum + Math.max(...groups.map((group) => SHIFT_MINUTES[rollout[group]])), 0);

/**
 * Minutes for which a workflow may wait for its shifts: GitHub ends it after 90, and its credentials expire after two
 * hours.
 */
const MOST_MINUTES_OF_A_WORKFLOW = 60;

/** Checks the names of shifts, which Node.js does not, and whether a workflow outlives its shifts. */
export function rolloutRules({ rollout, pipeline }: EnvironmentConfig): Rule[] {
  if (!rollout) return [];
  const unknown = STACKS.flat().filter((group) => !Object.hasOwn(SHIFT_MINUTES, rollout[group]));
  if (unknown.length > 0)
    return unknown.map((group) => [
      `rollout.${group}`,
      false,
      `must be one of ${Object.keys(SHIFT_MINUTES).join(', ')}`,
    ]);
  return [
    [
      'rollout',
      !pipeline || minutesOfRollout(rollout) <= MOST_MINUTES_OF_A_WORKFLOW,
      `must take at most ${MOST_MINUTES_OF_A_WORKFLOW} minutes, the slowest shifts of the stacks Calls and Events together: a workflow is ended after 90`,
    ],
  ];
}
