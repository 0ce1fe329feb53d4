import { DomainError, type Fault } from '../domain/errors.ts';
import { MAX_OPEN_CALLS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** Seconds until the next try: calls end at any time. */
const RETRY_AFTER_SECONDS = 10;

/** How many open calls a user may have: calls that are not over and, if they were scheduled, due. */
export const maxOpenCalls = (): number => readVariable(MAX_OPEN_CALLS);

/** The fault of a call whose user has the most open calls already. */
export function tooManyCallsAt(loc: readonly string[]): Fault {
  const msg = `You have ${maxOpenCalls()} calls that are not over, and may have no more at once.`;
  return { loc, msg, type: 'too_many_calls' };
}

/** The refusal of a call whose user has the most open calls already. */
export function tooManyCalls(): DomainError {
  return new DomainError('too_many', [tooManyCallsAt([])], { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Why a scheduled call failed that found no room among its user's open ones. */
export const tooManyWhenDue = (): string =>
  `When this call was due, ${maxOpenCalls()} of your calls were not over (too_many_calls): schedule fewer for the same time.`;
