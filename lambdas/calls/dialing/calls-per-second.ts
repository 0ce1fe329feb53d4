import { rateLimitKey } from '../../platform/table/keys.ts';
import { consumeToken } from '../../platform/table/rate-limit.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import type { StoredCall } from '../model/call.ts';
import { perSecondPerAccount } from '../model/settings.ts';
import { accountDialRateKey } from '../store/keys.ts';

export interface DialRateDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly random: () => number;
}

/** Seconds of the rate limit that may be used up at once; the vendor queues the calls. */
const WINDOW_SECONDS = 5;

/** The maximum extra wait for a token, as a share of the call's age: 100 receives then last for hours. */
const WAIT_SHARE = 1 / 4;

/** Takes a token of the account's calls per second, or returns seconds to wait. A user's first call needs none. */
export async function takeDialToken(
  { user_id: userId, telephony_account_connection: account }: StoredCall,
  ageSeconds: number,
  { table, now, random }: DialRateDependencies,
): Promise<number> {
  const use = (perSecond: number) => {
    const burst = Math.max(1, perSecond * WINDOW_SECONDS);
    return { limit: { perSecond, burst }, now: now() };
  };
  const isFirst =
    account === null &&
    (await consumeToken(table, rateLimitKey(userId, 'dialing'), use(1 / WINDOW_SECONDS))) === 0;
  const waitMs = await consumeToken(
    table,
    accountDialRateKey(account),
    use(readVariable(perSecondPerAccount)),
  );
  if (isFirst || waitMs <= 0) return 0;
  return waitMs / 1000 + random() * Math.max(2, ageSeconds * WAIT_SHARE);
}
