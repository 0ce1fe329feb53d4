import { REPLAYS_AT_ONCE, RETRIES_PER_MINUTE, TESTS_PER_MINUTE } from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { rateLimitKey, replayLeasesKey } from '../../store/table/keys.ts';
import { consumeToken, perMinute } from '../../store/table/rate-limit.ts';
import type { Table } from '../../store/table/table.ts';
import { takeLease } from '../../store/webhooks/leases.ts';
import { ApiError } from '../errors.ts';

/** Seconds after which an abandoned replay no longer counts. The pauses of a running replay are much shorter. */
export const REPLAY_LEASE_SECONDS = 900;

/** Seconds until the next try: replays end at any time. */
const RETRY_REPLAY_SECONDS = 30;

/** Counts a test or a retry against the user's limit; throws if it is reached. */
export async function takeDeliveryRequest(
  table: Table,
  { userId, kind, now }: { readonly userId: string; readonly kind: 'tests' | 'retries'; readonly now: Date },
): Promise<void> {
  const most = readVariable(kind === 'tests' ? TESTS_PER_MINUTE : RETRIES_PER_MINUTE);
  const waitMs = await consumeToken(table, rateLimitKey(userId, kind), { limit: perMinute(most), now });
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw tooMany(`You may request ${most} ${kind} a minute; try again in ${seconds} seconds.`, seconds);
}

/** Counts a running replay; throws if the user has the maximum. */
export async function beginReplay(
  table: Table,
  { userId, requestId, now }: { readonly userId: string; readonly requestId: string; readonly now: Date },
): Promise<void> {
  const max = readVariable(REPLAYS_AT_ONCE);
  const lease = { key: replayLeasesKey(userId), holder: requestId, max, seconds: REPLAY_LEASE_SECONDS, now };
  if (await takeLease(table, lease)) return;
  const msg = `You may have ${max} replays running at once; try again when one of them is done.`;
  throw tooMany(msg, RETRY_REPLAY_SECONDS);
}

const tooMany = (msg: string, retryAfterSeconds: number) =>
  new ApiError('too_many', [{ loc: [], msg, type: 'too_many_delivery_requests' }], { retryAfterSeconds });
