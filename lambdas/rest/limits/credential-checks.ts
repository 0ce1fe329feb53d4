import { FAILED_CHECKS_PER_MINUTE } from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { credentialChecksKey } from '../../store/table/keys.ts';
import { giveBack, type RateLimit, useRateLimit } from '../../store/table/rate-limit.ts';
import type { Table } from '../../store/table/table.ts';
import { ApiError } from '../errors.ts';

/**
 * Runs a check of credentials with a vendor. A user may have a few that fail in a minute, so that nobody guesses credentials, or
 * keeps the vendor busy, through us; one that succeeds is not counted. It is counted first, so that many at once are refused, too.
 */
export async function limitFailedChecks(
  table: Table,
  { userId, now }: { readonly userId: string; readonly now: Date },
  check: () => Promise<void>,
): Promise<void> {
  const perMinute = readVariable(FAILED_CHECKS_PER_MINUTE);
  const limit: RateLimit = { perSecond: perMinute / 60, burst: perMinute };
  const key = credentialChecksKey(userId);
  const waitMs = await useRateLimit(table, key, { limit, now });
  if (waitMs > 0) throw tooManyFailed(perMinute, Math.ceil(waitMs / 1000));
  await check();
  await giveBack(table, key, { limit, now });
}

function tooManyFailed(perMinute: number, seconds: number): ApiError {
  const msg = `At most ${perMinute} checks of your credentials may fail per minute; correct them, and try again in ${seconds} seconds.`;
  const fault = { loc: ['body', 'credentials'], msg, type: 'too_many_failed_checks' };
  return new ApiError('too_many', [fault], { retryAfterSeconds: seconds });
}
