import * as z from 'zod';
import { createTokenBucket, type Rate, type TokenBucket } from '../limits/token-bucket.ts';

export const ThrottleSettings = z.object({
  ThrottlingRateLimit: z.coerce.number().optional(),
  ThrottlingBurstLimit: z.coerce.number().optional(),
});

/** The account's limit completes a stage's that sets only one value: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const ACCOUNT: Rate = { rate: 10_000, burst: 5_000 };

export function rateOf({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
}: z.infer<typeof ThrottleSettings>): Rate | undefined {
  if (rate === undefined && burst === undefined) return undefined;
  return { rate: rate ?? ACCOUNT.rate, burst: burst ?? ACCOUNT.burst };
}

/** Counts a request to a method, or a message for a route, by its stage's limit. Returns false above the limit. */
export type Throttle = (limit: Rate | undefined, key: string) => boolean;

/** A token bucket for each method or route of a limited stage. `now` is in milliseconds. */
export function createThrottle(now: () => number): Throttle {
  const buckets = new Map<string, TokenBucket>();
  return (limit, key) => {
    if (!limit) return true;
    const bucket = buckets.get(key) ?? createTokenBucket(limit, now());
    buckets.set(key, bucket);
    return bucket.takeOne(now());
  };
}
