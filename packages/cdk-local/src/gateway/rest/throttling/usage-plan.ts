import { createTokenBucket, type TokenBucket } from '../../../limits/token-bucket.ts';
import { GatewayFault } from '../gateway-fault.ts';
import type { RestRequest } from '../rest-request.ts';
import type { PlanKey } from './read-usage-plans.ts';

/**
 * Counts a request of a method that requires an API key. `fromAuthorizer` is the key that the authorizer's decision names.
 * Throws INVALID_API_KEY without a key of a plan of the stage, and THROTTLED above the plan's limit of a client.
 */
export type CheckUsagePlan = (request: RestRequest, fromAuthorizer: string | undefined) => void;

/** A token bucket for each client of a plan. `now` is in milliseconds. */
export function createUsagePlans(now: () => number): CheckUsagePlan {
  const buckets = new WeakMap<PlanKey, TokenBucket>();
  return ({ api, headersByName }, fromAuthorizer) => {
    const value = api.apiKeySource === 'AUTHORIZER' ? fromAuthorizer : headersByName['x-api-key'];
    const key = value === undefined ? undefined : api.stage.planKeys.get(value);
    if (!key) throw new GatewayFault('INVALID_API_KEY');
    if (!key.throttle) return;
    const bucket = buckets.get(key) ?? createTokenBucket(key.throttle, now());
    buckets.set(key, bucket);
    if (!bucket.takeOne(now())) throw new GatewayFault('THROTTLED');
  };
}
