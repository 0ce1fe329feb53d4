import type { Key } from '../../platform/table/keys.ts';
import { rateLimitKey } from '../../platform/table/keys.ts';
import { endLease, takeLease } from '../../platform/table/leases.ts';
import { consumeToken, returnToken } from '../../platform/table/rate-limit.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable, type Variable } from '../../platform/variables/variable.ts';
import { ApiError } from '../errors.ts';

interface Request {
  readonly userId: string;
  readonly now: Date;
}

interface LeaseRequest extends Request {
  readonly requestId: string;
}

interface Refusal {
  readonly msg: (most: number) => string;
  readonly type: string;
  readonly loc?: readonly string[];
}

/** How often something may be done. */
export interface UseLimit extends Refusal {
  readonly variable: Variable<number>;
  /** Seconds in which it may be done as often as the variable says. @default a minute */
  readonly seconds?: number;
}

/** How often a user may do something: declared by the endpoint, or beside the requests of its noun. */
export interface UserLimit extends UseLimit {
  /** Distinguishes it from the user's other limits. */
  readonly use: string;
}

function tooMany({ msg, type, loc = [] }: Refusal, most: number, retryAfterSeconds: number): ApiError {
  const issue = { loc, msg: `${msg(most)}; try again in ${retryAfterSeconds} seconds.`, type };
  return new ApiError('too_many', [issue], { retryAfterSeconds });
}

/** Counts uses against a limit; throws if it is reached. Returns a function that gives them back. */
export async function takeTokens(
  table: Table,
  { variable, seconds = 60, ...refusal }: UseLimit,
  { key, now, amount = 1 }: { readonly key: Key; readonly now: Date; readonly amount?: number },
): Promise<() => Promise<void>> {
  const most = readVariable(variable);
  const use = { limit: { perSecond: most / seconds, burst: most }, amount, now };
  const waitMs = await consumeToken(table, key, use);
  if (waitMs > 0) throw tooMany(refusal, most, Math.ceil(waitMs / 1000));
  return () => returnToken(table, key, use);
}

/** Counts a use against the user's limit; throws if it is reached. Returns a function that gives it back. */
export const takeUse = (
  table: Table,
  { use, ...limit }: UserLimit,
  { userId, loc, ...request }: Request & { readonly loc?: readonly string[]; readonly amount?: number },
): Promise<() => Promise<void>> =>
  takeTokens(table, { ...limit, ...(loc && { loc }) }, { ...request, key: rateLimitKey(userId, use) });

/** Limits the failures of a run. A run counts before it begins, so concurrent ones are refused, too. */
export async function limitFailures<Result>(
  table: Table,
  limit: UserLimit,
  request: Request & { readonly run: () => Promise<Result | undefined> },
): Promise<Result | undefined> {
  const { run, ...use } = request;
  const giveBack = await takeUse(table, limit, use);
  const result = await run();
  if (result !== undefined) await giveBack();
  return result;
}

/** How many of something a user may have under way at once, or start within the seconds of a lease. */
export interface LeaseLimit extends Refusal {
  readonly key: (userId: string) => Key;
  readonly variable: Variable<number>;
  /** Seconds after which a lease no longer counts. */
  readonly seconds: number;
  readonly retryAfterSeconds: number;
}

/** Counts one that begins; throws if the user has the maximum. Returns a function that ends it. */
export async function beginLimited(
  table: Table,
  { key, variable, seconds, retryAfterSeconds, ...refusal }: LeaseLimit,
  { userId, requestId: holder, now }: LeaseRequest,
): Promise<() => Promise<void>> {
  const max = readVariable(variable);
  const lease = await takeLease(table, { key: key(userId), holder, max, seconds, now });
  if (!lease) throw tooMany(refusal, max, retryAfterSeconds);
  return () => endLease(table, lease);
}
