import { logger } from '../../runtime/logger.ts';
import { StillBusy } from '../../store/table/retry.ts';
import { ApiError } from '../errors.ts';

/** Seconds until the next try: other requests of the user were under way for about 4. */
const RETRY_AFTER_SECONDS = 2;

/**
 * The refusal of a request that met other requests of its user again and again: its last write stored nothing. It is
 * logged, since the table may also be to blame.
 */
export function tooBusy(error: StillBusy): ApiError {
  logger.warn('A request was refused because it met others again and again.', { error });
  const msg = `Your requests change the same data at once; try again in ${RETRY_AFTER_SECONDS} seconds. To create many calls, send a batch.`;
  const fault = { loc: [], msg, type: 'too_many_at_once' };
  return new ApiError('too_many', [fault], { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The same where nothing at all was stored, so that the idempotency key of the request is free again. */
export function throwBusy(error: unknown): never {
  throw error instanceof StillBusy ? tooBusy(error) : error;
}
