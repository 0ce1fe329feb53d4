import * as z from 'zod';
import { nearestWord } from '../../lambdas/platform/nearest-word.ts';
import { concurrencyRules, type Rule } from './concurrency.ts';
import { ConfigurationError } from './configuration-error.ts';
import { CLOUDFRONT_REGION } from './domains.ts';
import { type EnvironmentConfig, environmentConfig } from './environment-config.ts';
import { minutesOfRollout } from './rollout.ts';

/** Throws a ConfigurationError that lists every invalid value of a configuration. */
export function checkConfig(config: EnvironmentConfig): void {
  const { error } = environmentConfig.safeParse(config);
  const issues = error
    ? error.issues.flatMap(sentencesOf)
    : rulesBetween(config).flatMap(([value, isRight, rule]) => (isRight ? [] : [`${value} ${rule}`]));
  if (issues.length > 0)
    throw new ConfigurationError(`The configuration of ${config.name} cannot work: ${issues.join('; ')}.`);
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  const at = z.core.toDotPath(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const suggestion = nearestWord(key, settingsIn(environmentConfig, issue.path));
      return `${at ? `${at}.` : ''}${key} must have the name of a setting${suggestion ? `, perhaps ${suggestion}` : ''}`;
    });
  const rule = issue.message.replace(/^Invalid (input|option): expected/, 'must be');
  return [`${at} ${rule.replace(/^must be .*, received undefined$/, 'must be given')}`];
}

function settingsIn(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodLazy)
    return settingsIn(schema.unwrap(), path);
  if (!(schema instanceof z.ZodObject)) return [];
  const [key, ...rest] = path;
  return key === undefined ? Object.keys(schema.shape) : settingsIn(schema.shape[String(key)], rest);
}

/** Rules that involve several values. */
function rulesBetween(config: EnvironmentConfig): Rule[] {
  const { alarmAddresses = [], alarmThresholds, backup, dashboard, languageModel, recordings } = config;
  const { pipeline, requestLimit, rollout, throttle, webAcl } = config;
  const { bedrock, platformModels } = languageModel;
  const models = [...platformModels.llm_vendor_a, ...platformModels.llm_vendor_b, ...(bedrock?.models ?? [])];
  const bedrockRegion = bedrock?.region ?? config.region;
  const foreignModels = bedrock?.models.filter((model) => !isOfferedIn(bedrockRegion, model)) ?? [];
  return [
    [
      'account',
      !config.protectData || config.account !== undefined,
      'must be the 12 digits of the AWS account while protectData is true: data must not get into another account by mistake',
    ],
    [
      'languageModel.bedrock.models',
      foreignModels.length === 0,
      `must be of the geography of ${bedrockRegion}, unlike ${foreignModels.join(' and ')}`,
    ],
    ['requestLimit.rate', requestLimit.rate <= throttle.rate, 'must be at most throttle.rate'],
    [
      'requestLimit.burst',
      // A rate-limited user waits at most five seconds.
      requestLimit.burst >= requestLimit.rate && requestLimit.burst <= 5 * requestLimit.rate,
      'must be from the rate to five times of it',
    ],
    ...(['apiPerAddress', 'apiPerToken'] as const).map(
      (name): Rule => [
        `webAcl.${name}`,
        !webAcl || webAcl[name] >= 60 * requestLimit.rate,
        'must be at least what one user may send in a minute',
      ],
    ),
    ...concurrencyRules(config),
    ...domainRules(config),
    [
      'backup',
      !backup || recordings.versionDays !== undefined,
      'must come with recordings.versionDays: AWS Backup takes only buckets that keep versions',
    ],
    [
      'alarmAddresses',
      config.alarms || alarmAddresses.length === 0,
      'must be empty while alarms is false: nobody would be notified',
    ],
    [
      'metrics',
      config.metrics || (!dashboard && Object.keys(alarmThresholds).length === 0),
      'must be true for alarmThresholds and the dashboard: they would have no data',
    ],
    [
      'rollout',
      // GitHub ends a workflow after 90 minutes, and its credentials expire after two hours.
      !rollout || !pipeline || minutesOfRollout(rollout) <= 60,
      'must take at most 60 minutes in total for the slowest shifts of the stacks Calls, Api and Events: GitHub ends a workflow after 90',
    ],
    [
      'languageModel.platformModels',
      // Functions get them in a variable; Lambda limits all variables to 4 KB.
      models.length <= 20,
      'must be at most 20 names, including those of bedrock',
    ],
    [
      'languageModel.bedrock.usualModel',
      bedrock?.usualModel === undefined || bedrock.models.includes(bedrock.usualModel),
      'must be one of languageModel.bedrock.models',
    ],
  ];
}

/** The regions that may request a geography's profiles, by prefix; `npm run preflight` asks AWS for the exact ones. */
const GEOGRAPHIES: Readonly<Record<string, RegExp>> = {
  us: /^(us|ca|mx|sa)-/,
  eu: /^(eu|il|me)-/,
  apac: /^(ap|me)-/,
  jp: /^ap-northeast-/,
  au: /^ap-southeast-/,
  ca: /^ca-/,
};

function isOfferedIn(region: string, model: string): boolean {
  const geography = GEOGRAPHIES[model.split('.', 1)[0] ?? ''];
  return geography === undefined || geography.test(region);
}

/**
 * A certificate must be in the region of the API, and that of the console in us-east-1:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html.
 * A WebSocket API shares no domain with a REST API:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-mappings.html
 */
function domainRules({ domains = {}, region, console: pages }: EnvironmentConfig): Rule[] {
  const { hostedZone: zone, ...byUse } = domains;
  const all = Object.entries(byUse);
  return [
    ...all.flatMap(([each, { name, certificateArn }]): Rule[] => {
      const at = each === 'console' ? CLOUDFRONT_REGION : region;
      return [
        [
          `domains.${each}.name`,
          !zone || name === zone.name || name.endsWith(`.${zone.name}`),
          'must be in domains.hostedZone; leave hostedZone out if another account or provider has the zone',
        ],
        [
          `domains.${each}.certificateArn`,
          certificateArn.startsWith(`arn:aws:acm:${at}:`),
          `must be the ARN of a certificate in ${at}`,
        ],
      ];
    }),
    ['domains.console', !domains.console || pages !== undefined, 'must come with `console`'],
    [
      'domains',
      new Set(all.map(([, { name }]) => name)).size === all.length,
      'must have a different name for each: API Gateway maps a name to one API, and CloudFront shares none',
    ],
    ['domains.hostedZone', !zone || all.length > 0, 'must come with a domain in it'],
  ];
}
