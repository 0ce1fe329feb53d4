import { GatewayFault } from './gateway-fault.ts';
import type { RestMethod, ThrottleSetting } from './rest-api.ts';
import type { RestRequest } from './rest-request.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Counts a request against the limits of its stage; throws THROTTLED above them. */
export type Throttle = (request: RestRequest, method: RestMethod) => void;

/** A token bucket for each method that a stage limits. `now` is in milliseconds. */
export function createThrottle(now: () => number): Throttle {
  const buckets = new WeakMap<RestMethod, Bucket>();
  return (request, method) => {
    const setting = settingOf(request, method);
    if (!setting) return;
    const time = now();
    const bucket = buckets.get(method) ?? { tokens: setting.burst, filledAt: time };
    const refilled = bucket.tokens + ((time - bucket.filledAt) / 1000) * setting.rate;
    bucket.tokens = Math.min(setting.burst, refilled);
    bucket.filledAt = time;
    buckets.set(method, bucket);
    if (bucket.tokens < 1) throw new GatewayFault('THROTTLED');
    bucket.tokens -= 1;
  };
}

/** A method's own setting comes before its path's, and that before the stage's. */
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
