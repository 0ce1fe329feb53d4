import { DomainError, type Fault } from '../domain/errors.ts';
import { environment } from '../runtime/environment.ts';

/** Calls end at any time: so many seconds are a decent pause before the next try. */
const RETRY_AFTER_SECONDS = 10;

/** How many open calls a user may have: calls that are not over and, if they were scheduled, due. */
export const maxOpenCalls = (): number => Number(environment('MAX_OPEN_CALLS'));

/** What is wrong with a call of a user who has so many open calls already. */
export function tooManyCallsAt(loc: readonly string[]): Fault {
  const msg = `You have ${maxOpenCalls()} calls that are not over, and may have no more at once.`;
  return { loc, msg, type: 'too_many_calls' };
}

/** Refuses a call of a user who has so many open calls already. */
export function tooManyCalls(): DomainError {
  return new DomainError('too_many', [tooManyCallsAt([])], { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Why a scheduled call failed that found no room among its user's open ones. */
export const tooManyWhenDue = (): string =>
  `When this call was due, ${maxOpenCalls()} of your calls were not over (too_many_calls): schedule fewer for the same time.`;
