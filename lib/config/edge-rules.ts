import type { EnvironmentConfig } from './environment-config.ts';
import { isWholeBetween, type Rule } from './rule.ts';

/** Most keys: CloudFormation accepts 500 resources in a stack; each key needs two, and the plan one. */
const MOST_KEYS = 240;

/** The rules for what stands in front of the API's functions: the web ACL and the throttle of each user. */
export function edgeRules(config: EnvironmentConfig): Rule[] {
  return [...webAclRules(config), ...userThrottleRules(config)];
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

function userThrottleRules({ userThrottle, throttle }: EnvironmentConfig): Rule[] {
  if (!userThrottle) return [];
  const limits = (['rate', 'burst'] as const).map(
    (name): Rule => [
      `userThrottle.${name}`,
      isWholeBetween(userThrottle[name], 1, throttle[name] / 2),
      `must be whole, from 1 to half of throttle.${name}, so that no user has all of it`,
    ],
  );
  return [
    ...limits,
    [
      'userThrottle.keys',
      isWholeBetween(userThrottle.keys, 2, MOST_KEYS),
      `must be whole, from 2 to ${MOST_KEYS}: a stack has no room for more`,
    ],
  ];
}
