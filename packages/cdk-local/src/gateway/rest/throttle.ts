import { createTokenBucket, type TokenBucket } from '../../limits/token-bucket.ts';
import type { AccountThrottle } from '../account-throttle.ts';
import { GatewayFault } from './gateway-fault.ts';
import type { RestMethod, ThrottleSetting } from './rest-api.ts';
import type { RestRequest } from './rest-request.ts';

/** Counts a request against the limits of its stage and of the account. Throws THROTTLED above them. */
export type Throttle = (request: RestRequest, method: RestMethod) => void;

/**
 * A token bucket for each method that a stage limits, and then the account's, in the order of
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html. `now` is in milliseconds.
 */
export function createThrottle(account: AccountThrottle, now: () => number): Throttle {
  const buckets = new WeakMap<RestMethod, TokenBucket>();
  return (request, method) => {
    const setting = settingOf(request, method);
    if (setting) {
      const bucket = buckets.get(method) ?? createTokenBucket(setting, now());
      buckets.set(method, bucket);
      if (!bucket.takeOne(now())) throw new GatewayFault('THROTTLED');
    }
    if (!account.admitRequest()) throw new GatewayFault('THROTTLED');
  };
}

/** A method's own setting overrides its path's, and that overrides the stage's. */
function settingOf(
  { api }: RestRequest,
  { resourcePath, httpMethod }: RestMethod,
): ThrottleSetting | undefined {
  const places: readonly (readonly [string, string])[] = [
    [resourcePath, httpMethod],
    [resourcePath, '*'],
    ['*', httpMethod],
    ['*', '*'],
  ];
  return places
    .map(([path, method]) =>
      api.stage.throttles.find((each) => each.path === path && each.httpMethod === method),
    )
    .find((setting) => setting !== undefined);
}
