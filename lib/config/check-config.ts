import { concurrencyRules } from './concurrency.ts';
import { domainRules } from './domain-rules.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import {
  backupRules,
  bedrockRules,
  edgeRules,
  isWholeBetween,
  monitoringRules,
  type Rule,
  requestLimitRules,
  rolloutRules,
  tagRules,
  throttleRules,
} from './rules.ts';

/** The vendor's longest call in seconds. */
const LONGEST_CALL_SECONDS = 14_400;

/** Units a second that DynamoDB gives every on-demand table, and its quota for a table. */
const WARM = { writes: 4000, reads: 12_000, most: 40_000 };

/** A repository in the subject of GitHub's tokens. */
const REPOSITORY = /^[\w-]+(@\d+)?\/[\w.-]+(@\d+)?$/;

/** Throws if a value of a configuration cannot work; lists all of them. */
export function checkConfig(config: EnvironmentConfig): void {
  const { name, telephony, calls, webhooks } = config;
  const { platformModels } = config.languageModel;
  const rules: readonly Rule[] = [
    ...(['throttle', 'callbackThrottle', 'relayThrottle'] as const).flatMap((name) =>
      throttleRules(name, config),
    ),
    ...requestLimitRules(config),
    ...edgeRules(config),
    ...concurrencyRules(config),
    ...warmThroughputRules(config),
    ...domainRules(config),
    ...backupRules(config),
    ...tagRules(config),
    ...rolloutRules(config),
    ...bedrockRules(config),
    [
      'restoredTable',
      !config.restoredTable ||
        config.restoredTable.streamArn.includes(`:table/${config.restoredTable.name}/stream/`),
      'must have the ARN of a stream of that very table',
    ],
    [
      'pipeline.repository',
      !config.pipeline || REPOSITORY.test(config.pipeline.repository),
      'must be owner/name or owner@id/name@id, without a wildcard: anybody in it may deploy',
    ],
    ...monitoringRules(config),
    ['telephony.ringSeconds', isWholeBetween(telephony.ringSeconds, 5, 600), 'must be whole, from 5 to 600'],
    [
      'telephony.maxCallSeconds',
      // The agent says goodbye in the last minute.
      isWholeBetween(telephony.maxCallSeconds, 120, LONGEST_CALL_SECONDS),
      'must be whole, from 120 to 14400: the vendor ends a call after four hours',
    ],
    [
      'telephony.dialConcurrency',
      isWholeBetween(telephony.dialConcurrency, 2, 1000),
      'must be whole, from 2 to 1000',
    ],
    [
      'telephony.reconcileConcurrency',
      isWholeBetween(telephony.reconcileConcurrency, 1, 100),
      'must be whole, from 1 to 100',
    ],
    [
      'telephony.failedChecksPerMinute',
      isWholeBetween(telephony.failedChecksPerMinute, 1),
      'must be whole and at least 1',
    ],
    ...(['ofUser', 'ofPlatform'] as const).map(
      (whose) =>
        [
          `telephony.numberSearchesPerMinute.${whose}`,
          isWholeBetween(telephony.numberSearchesPerMinute[whose], 1),
          'must be whole and at least 1',
        ] as const,
    ),
    [
      'telephony.outage',
      /^[^$#]{1,500}$/.test(telephony.outage),
      'must have 1 to 500 characters, and neither $ nor #: it is part of a template of API Gateway',
    ],
    ['calls.concurrentPerUser', isWholeBetween(calls.concurrentPerUser, 1), 'must be whole and at least 1'],
    [
      'calls.perSecondPerAccount',
      calls.perSecondPerAccount > 0 && calls.perSecondPerAccount <= 100,
      'must be more than 0 and at most 100',
    ],
    [
      'calls.maxSilenceSeconds',
      isWholeBetween(calls.maxSilenceSeconds, 5, 590),
      'must be whole, from 5 to 590',
    ],
    ['calls.analysesPerMinute', isWholeBetween(calls.analysesPerMinute, 1), 'must be whole and at least 1'],
    [
      'calls.rehearsalsPerUser',
      Object.values(calls.rehearsalsPerUser).every((most) => isWholeBetween(most, 1, 200)),
      'must have whole numbers from 1 to 200',
    ],
    [
      'calls.maxMenuSilenceSeconds',
      isWholeBetween(calls.maxMenuSilenceSeconds, 5, 590),
      'must be whole, from 5 to 590: API Gateway closes a silent WebSocket after ten minutes',
    ],
    [
      'webhooks.retrySeconds',
      // A delivery keeps 40 attempts. EventBridge schedules far ahead, but a delivery's record expires after 30 days.
      webhooks.retrySeconds.length <= 20 &&
        webhooks.retrySeconds.every((seconds) => isWholeBetween(seconds, 1, 86_400)),
      'must be at most 20 waits, whole, from 1 to 86400',
    ],
    [
      'webhooks.disableAfterHours',
      isWholeBetween(webhooks.disableAfterHours, 1, 600),
      'must be whole, from 1 to 600',
    ],
    [
      'languageModel.platformModels',
      // Functions receive them as a variable; Lambda permits 4 KB of variables in all.
      areModelNames([
        ...platformModels.llm_vendor_a,
        ...platformModels.llm_vendor_b,
        ...(config.languageModel.bedrock?.models ?? []),
      ]),
      'must be, with those of bedrock, at most 20 names of 1 to 200 characters',
    ],
    ...Object.entries(config.quotas).map(([quota, limit]): [string, boolean, string] => [
      `quotas.${quota}`,
      limit === null || isWholeBetween(limit, 0),
      'must be whole and at least 0, or null for no limit',
    ]),
    ...(['silenceChecks', 'background'] as const).map(
      (name): Rule => [
        `consumers.${name}`,
        isWholeBetween(config.consumers[name], 2, 1000),
        'must be whole, from 2 to 1000',
      ],
    ),
    ['webhooks.concurrency', isWholeBetween(webhooks.concurrency, 2, 1000), 'must be whole, from 2 to 1000'],
    [
      'webhooks.requestsPerUser',
      Object.values(webhooks.requestsPerUser).every((most) => isWholeBetween(most, 1)),
      'must be whole numbers, each at least 1',
    ],
  ];
  const wrong = rules.filter(([, isRight]) => !isRight).map(([value, , rule]) => `${value} ${rule}`);
  if (wrong.length > 0) throw new Error(`The configuration of ${name} cannot work: ${wrong.join('; ')}.`);
}

const areModelNames = (models: readonly string[]) =>
  models.length <= 20 && models.every(({ length }) => length >= 1 && length <= 200);

function warmThroughputRules({ warmThroughput }: EnvironmentConfig): Rule[] {
  if (!warmThroughput) return [];
  return (['writes', 'reads'] as const).map((name) => [
    `warmThroughput.${name}`,
    isWholeBetween(warmThroughput[name], WARM[name], WARM.most),
    `must be whole, from ${WARM[name]}, which every table has, to ${WARM.most}, AWS's quota of a table`,
  ]);
}
