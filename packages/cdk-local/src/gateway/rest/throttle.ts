import { GatewayFault } from './gateway-fault.ts';
import type { RestMethod, ThrottleSetting } from './rest-api.ts';
import type { RestRequest } from './rest-request.ts';

/** API Gateway's limit for an account and region; it completes a stage's limit that sets only one value. */
export const ACCOUNT_RATE = 10_000;
export const ACCOUNT_BURST = 5_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

type Limit = Pick<ThrottleSetting, 'rate' | 'burst'>;

/** Counts a request against the limits of its stage and of the account. Throws THROTTLED above them. */
export type Throttle = (request: RestRequest, method: RestMethod) => void;

/**
 * A token bucket for each method that a stage limits, and then one for all APIs of the account, in the order of
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html. `now` is in milliseconds.
 */
export function createThrottle(now: () => number): Throttle {
  const buckets = new WeakMap<RestMethod, Bucket>();
  const ofAccount = { tokens: ACCOUNT_BURST, filledAt: now() };
  return (request, method) => {
    const setting = settingOf(request, method);
    if (setting) {
      const bucket = buckets.get(method) ?? { tokens: setting.burst, filledAt: now() };
      buckets.set(method, bucket);
      take(bucket, setting, now());
    }
    take(ofAccount, { rate: ACCOUNT_RATE, burst: ACCOUNT_BURST }, now());
  };
}

function take(bucket: Bucket, { rate, burst }: Limit, time: number): void {
  bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.filledAt) / 1000) * rate);
  bucket.filledAt = time;
  if (bucket.tokens < 1) throw new GatewayFault('THROTTLED');
  bucket.tokens -= 1;
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
