import { executionsOf } from './concurrency.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { isWholeBetween, type Rule } from './rule.ts';

/**
 * Seconds for which a request of the API occupies an execution: the creation of a call takes 30 ms on a laptop, and
 * twice that on Lambda. The authorizer's answer is cached.
 */
const SECONDS_OF_A_REQUEST = 0.06;

/**
 * Least invocations that are left for the API.
 */
const LEAST_UNRESERVED = 100;

/**
 * Checks that all functions together fit into the account: those with a reservation, consumers of queues, and the API
 * with as many requests as its throttle permits. The reservations leave the concurrency that AWS requires:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export function concurrencyRules(config: EnvironmentConfig): Rule[] {
  const { concurrency } = config;
  if (!concurrency) return [];
  const { account, turns, callSteps, reports } = concurrency;
  const { reserved, queued, inBackground } = executionsOf(config);
  const taken = reserved + queued + inBackground;
  const least = taken + LEAST_UNRESERVED;
  const left = account - taken;
  const { rate, burst } = config.throttle;
  return [
    ['concurrency.turns', isWholeBetween(turns, 1), 'must be whole and at least 1'],
    ['concurrency.callSteps', isWholeBetween(callSteps, 1), 'must be whole and at least 1'],
    ['concurrency.reports', isWholeBetween(reports, 1), 'must be whole and at least 1'],
    [
      'concurrency.account',
      isWholeBetween(account, least),
      `must be at least ${least}: ${reserved} are reserved, consumers of queues take ${queued}, those of the stream and schedules ${inBackground}, and the API needs ${LEAST_UNRESERVED}; a throttled consumer would use up the attempts of its messages`,
    ],
    [
      'throttle',
      // Of an account that is too small, one fault is told.
      account < least || burst + rate * SECONDS_OF_A_REQUEST <= left,
      `must permit no more requests at once (the burst and what the rate brings in ${SECONDS_OF_A_REQUEST} s) than the ${left} executions that are left for the API: Lambda's refusals would reach API consumers as 500`,
    ],
  ];
}
