import { workers } from '../../lambdas/workers.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** The vendor's longest call in seconds. */
const LONGEST_CALL_SECONDS = 14_400;

/** API Gateway's limits per account and region: requests a second, and at once. */
const ACCOUNT_RATE = 10_000;
const ACCOUNT_BURST = 5_000;

/** Invocations that AWS keeps for the functions without a reservation. */
const LEAST_UNRESERVED = 100;

type Rule = readonly [value: string, isRight: boolean, rule: string];

/** Throws if a value of a configuration cannot work; lists all of them. */
export function checkConfig(config: EnvironmentConfig): void {
  const { name, telephony, calls, webhooks } = config;
  const { platformModels } = config.languageModel;
  const rules: readonly Rule[] = [
    ...(['throttle', 'callbackThrottle', 'relayThrottle'] as const).flatMap((name) =>
      throttleRules(name, config),
    ),
    ...(['token', 'user'] as const).flatMap((whose) => budgetRules(whose, config)),
    ...webAclRules(config),
    ...concurrencyRules(config),
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
      'telephony.failedChecksPerMinute',
      isWholeBetween(telephony.failedChecksPerMinute, 1),
      'must be whole and at least 1',
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
      areModelNames([...platformModels.llm_vendor_a, ...platformModels.llm_vendor_b]),
      'must be at most 20 names of 1 to 100 characters',
    ],
    ...Object.entries(config.quotas).map(([quota, limit]): [string, boolean, string] => [
      `quotas.${quota}`,
      limit === null || isWholeBetween(limit, 0),
      'must be whole and at least 0, or null for no limit',
    ]),
    ['webhooks.concurrency', isWholeBetween(webhooks.concurrency, 2, 1000), 'must be whole, from 2 to 1000'],
    [
      'webhooks.concurrencyPerUser',
      isWholeBetween(webhooks.concurrencyPerUser, 1, webhooks.concurrency / 2),
      'must be whole, from 1 to half of webhooks.concurrency, so that no user has all of it',
    ],
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
  models.length <= 20 && models.every(({ length }) => length >= 1 && length <= 100);

function throttleRules(
  name: 'throttle' | 'callbackThrottle' | 'relayThrottle',
  { [name]: { rate, burst } }: EnvironmentConfig,
): Rule[] {
  const most = 'API Gateway takes no more of an account';
  return [
    [`${name}.rate`, isWholeBetween(rate, 1, ACCOUNT_RATE), `must be whole, from 1 to 10000: ${most}`],
    [`${name}.burst`, isWholeBetween(burst, 1, ACCOUNT_BURST), 'must be whole, from 1 to 5000'],
  ];
}

function budgetRules(whose: 'token' | 'user', { budgets, throttle }: EnvironmentConfig): Rule[] {
  const { rate, burst } = budgets[whose];
  const name = `budgets.${whose}`;
  return [
    [`${name}.rate`, isWholeBetween(rate, 1, throttle.rate), 'must be whole, from 1 to throttle.rate'],
    // A container refuses for whole seconds, so a bucket must not fill up within one.
    [
      `${name}.burst`,
      isWholeBetween(burst, rate, 5 * rate),
      'must be whole, from the rate to five times of it',
    ],
  ];
}

function webAclRules({ webAcl, budgets }: EnvironmentConfig): Rule[] {
  if (!webAcl) return [];
  const least = {
    apiPerAddress: budgets.user.rate,
    apiPerToken: budgets.token.rate,
    callbacksPerAddress: 100,
  };
  return (['apiPerAddress', 'apiPerToken', 'callbacksPerAddress'] as const).map((name) => [
    `webAcl.${name}`,
    isWholeBetween(webAcl[name], 60 * least[name], 2_000_000_000),
    'must be whole, and at least what the budget allows in a minute',
  ]);
}

/** Checks that what is reserved leaves the other functions what AWS demands: https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
function concurrencyRules({ concurrency }: EnvironmentConfig): Rule[] {
  if (!concurrency) return [];
  const { account, turns, callSteps } = concurrency;
  const reserved = Object.values(workers).reduce((sum, { callerWaitsFor }) => {
    if (!callerWaitsFor) return sum;
    return sum + { turn: turns, call: callSteps }[callerWaitsFor];
  }, 0);
  return [
    ['concurrency.turns', isWholeBetween(turns, 1), 'must be whole and at least 1'],
    ['concurrency.callSteps', isWholeBetween(callSteps, 1), 'must be whole and at least 1'],
    [
      'concurrency.account',
      isWholeBetween(account, reserved + LEAST_UNRESERVED),
      `must be at least ${reserved + LEAST_UNRESERVED}: ${reserved} are reserved, and AWS keeps ${LEAST_UNRESERVED} unreserved`,
    ],
  ];
}

function isWholeBetween(value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
