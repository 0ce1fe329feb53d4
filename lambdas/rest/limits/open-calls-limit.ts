import { MAX_OPEN_CALLS } from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { ApiError, type Fault } from '../errors.ts';

/** Seconds until the next try: calls end at any time. */
const RETRY_AFTER_SECONDS = 10;

/** How many open calls a user may have: calls that are not over and, if they were scheduled, due. */
export const maxOpenCalls = (): number => readVariable(MAX_OPEN_CALLS);

export function tooManyCallsAt(loc: readonly string[]): Fault {
  const msg = `You have the maximum of ${maxOpenCalls()} open calls; try again when one of them is over.`;
  return { loc, msg, type: 'too_many_calls' };
}

export function tooManyCalls(): ApiError {
  return new ApiError('too_many', [tooManyCallsAt([])], { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Why a scheduled call failed: its user had too many open calls. */
export const tooManyWhenDue = (): string =>
  `You had the maximum of ${maxOpenCalls()} open calls when this call was due (too_many_calls); schedule fewer calls for the same time.`;
