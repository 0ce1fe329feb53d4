import { createTokenBucket, type TokenBucket } from '../../limits/token-bucket.ts';
import type { AccountThrottle } from '../account-throttle.ts';
import type { WebSocketApi } from './websocket-api.ts';

/**
 * Counts a message for a route, or the request for a connection. Returns false above the limit of its stage or of the
 * account.
 */
export type RouteThrottle = (api: WebSocketApi, routeKey: string) => boolean;

/**
 * A token bucket for each route that a stage limits, and then the account's:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-protect.html. `now` is in milliseconds.
 */
export function createRouteThrottle(account: AccountThrottle, now: () => number): RouteThrottle {
  const buckets = new Map<string, TokenBucket>();
  return (api, routeKey) => {
    const limit = api.limitOf(routeKey);
    if (limit) {
      const key = `${api.id} ${routeKey}`;
      const bucket = buckets.get(key) ?? createTokenBucket(limit, now());
      buckets.set(key, bucket);
      if (!bucket.takeOne(now())) return false;
    }
    if (routeKey === '$connect' && !account.admitConnection()) return false;
    return account.admitRequest();
  };
}
