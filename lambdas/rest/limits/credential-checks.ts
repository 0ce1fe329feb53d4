import { FAILED_CHECKS_PER_MINUTE } from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { rateLimitKey } from '../../store/table/keys.ts';
import { consumeToken, perMinute, returnToken } from '../../store/table/rate-limit.ts';
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
  const most = readVariable(FAILED_CHECKS_PER_MINUTE);
  const key = rateLimitKey(userId, 'failed_checks');
  const use = { limit: perMinute(most), now };
  const waitMs = await consumeToken(table, key, use);
  if (waitMs > 0) throw tooManyFailed(most, Math.ceil(waitMs / 1000));
  await check();
  await returnToken(table, key, use);
}

function tooManyFailed(most: number, seconds: number): ApiError {
  const msg = `At most ${most} checks of your credentials may fail per minute; correct them, and try again in ${seconds} seconds.`;
  const fault = { loc: ['body', 'credentials'], msg, type: 'too_many_failed_checks' };
  return new ApiError('too_many', [fault], { retryAfterSeconds: seconds });
}
