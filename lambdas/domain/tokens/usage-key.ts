import { createHash } from 'node:crypto';

/** The API keys of an environment. Users are distributed over them; users with the same key share its throttle. */
export interface UsageKeys {
  /** Distinguishes the environment's keys from other keys of the account. */
  readonly pool: string;
  /** 0: there are none. */
  readonly count: number;
}

const sha256 = (text: string) => createHash('sha256').update(text);

/**
 * The value of a key, by its number from 0. It is no secret: API Gateway accepts keys from the authorizer only. A value
 * has 20 to 128 letters and digits, and is unique in its account:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html
 */
export const usageKey = (pool: string, number: number): string => sha256(`${pool}/${number}`).digest('hex');

/** The key of a user, always the same one. Returns undefined if the environment has none. */
export function usageKeyOf(userId: string, { pool, count }: UsageKeys): string | undefined {
  if (count === 0) return undefined;
  return usageKey(pool, sha256(userId).digest().readUInt32BE() % count);
}
