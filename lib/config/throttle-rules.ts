import type { EnvironmentConfig } from './environment-config.ts';
import { isWholeBetween, type Rule } from './rule.ts';

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

/** What one user may use up is part of what all may. */
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
