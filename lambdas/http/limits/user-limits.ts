import { failedChecksPerMinute } from '../../account-connections/model/settings.ts';
import { testCasesPerHour } from '../../agent-tests/model/settings.ts';
import { analysesPerMinute } from '../../calls/model/settings.ts';
import { requestsPerUser } from '../../deliveries/model/settings.ts';
import { REPLAY_LEASE_SECONDS } from '../../deliveries/store/delivery-requests.ts';
import { numberSearchesPerMinute } from '../../numbers/model/settings.ts';
import {
  actionTestsKey,
  platformNumberSearchesKey,
  rateLimitKey,
  rehearsalsKey,
  rehearsalTurnsKey,
  replayLeasesKey,
} from '../../platform/table/keys.ts';
import { endLease, takeLease } from '../../platform/table/leases.ts';
import { consumeToken, perMinute, returnToken } from '../../platform/table/rate-limit.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable, type Variable } from '../../platform/variables/variable.ts';
import { OPEN_SECONDS } from '../../rehearsals/model/rehearsal.ts';
import { rehearsalsPerUser } from '../../rehearsals/model/settings.ts';
import { ApiError } from '../errors.ts';

interface Request {
  readonly userId: string;
  readonly now: Date;
}

interface LeaseRequest extends Request {
  readonly requestId: string;
}

interface Limited {
  readonly key: Parameters<typeof consumeToken>[1];
  readonly most: number;
  readonly now: Date;
  /** What is limited, in words for the user. */
  readonly msg: string;
  readonly type: string;
  readonly loc?: readonly string[];
}

/** Takes a token of a limit per minute; throws if there is none. Returns a function that gives it back. */
async function takeToken(
  table: Table,
  { key, most, now, ...refusal }: Limited,
): Promise<() => Promise<void>> {
  const use = { limit: perMinute(most), now };
  const waitMs = await consumeToken(table, key, use);
  if (waitMs > 0) throw tooMany(refusal, Math.ceil(waitMs / 1000));
  return () => returnToken(table, key, use);
}

function tooMany({ msg, type, loc = [] }: Pick<Limited, 'msg' | 'type' | 'loc'>, retryAfterSeconds: number) {
  const issue = { loc, msg: `${msg}; try again in ${retryAfterSeconds} seconds.`, type };
  return new ApiError('too_many', [issue], { retryAfterSeconds });
}

const DELIVERY_REQUESTS = 'too_many_delivery_requests';
const NUMBER_SEARCHES = 'too_many_number_searches';

interface MinuteLimit extends Pick<Limited, 'type' | 'loc'> {
  readonly variable: Variable<number>;
  readonly msg: (most: number) => string;
}

const PER_MINUTE = {
  /** Users must not guess credentials, or keep the vendor busy, through the service. */
  failed_checks: {
    variable: failedChecksPerMinute,
    msg: (most) => `At most ${most} checks of your credentials may fail per minute; correct them`,
    type: 'too_many_failed_checks',
    loc: ['body', 'credentials'],
  },
  /** Checks of stored credentials, whether they fail or not. */
  checks: {
    variable: failedChecksPerMinute,
    msg: (most) => `You may check connections ${most} times a minute`,
    type: 'too_many_checks',
  },
  tests: {
    variable: requestsPerUser.testsPerMinute,
    msg: (most) => `You may request ${most} tests a minute`,
    type: DELIVERY_REQUESTS,
  },
  retries: {
    variable: requestsPerUser.retriesPerMinute,
    msg: (most) => `You may request ${most} retries a minute`,
    type: DELIVERY_REQUESTS,
  },
  /** The analyses of all users wait in one queue, and those of one user must not delay the others'. */
  analyses: {
    variable: analysesPerMinute,
    msg: (most) => `You may ask for ${most} analyses a minute`,
    type: 'too_many_analysis_requests',
  },
  number_searches: {
    variable: numberSearchesPerMinute.ofUser,
    msg: (most) => `You may search for numbers ${most} times a minute`,
    type: NUMBER_SEARCHES,
  },
  /** A purchase searches for a number first. */
  failed_purchases: {
    variable: numberSearchesPerMinute.ofUser,
    msg: (most) => `At most ${most} purchases a minute may find no number`,
    type: NUMBER_SEARCHES,
  },
} as const satisfies Readonly<Record<string, MinuteLimit>>;

/** Counts a use against the user's limit; throws if it is reached. Returns a function that gives it back. */
export function takeUse(
  table: Table,
  use: keyof typeof PER_MINUTE,
  { userId, now, loc }: Request & { readonly loc?: readonly string[] },
): Promise<() => Promise<void>> {
  const { variable, msg, ...refusal }: MinuteLimit = PER_MINUTE[use];
  const most = readVariable(variable);
  const key = rateLimitKey(userId, use);
  return takeToken(table, { ...refusal, key, most, now, msg: msg(most), ...(loc && { loc }) });
}

/** Limits the failures of a run to a few a minute. A run counts before it begins, so concurrent ones are refused, too. */
export async function limitFailures<Result>(
  table: Table,
  use: 'failed_checks' | 'failed_purchases',
  request: Request & { readonly run: () => Promise<Result | undefined> },
): Promise<Result | undefined> {
  const giveBack = await takeUse(table, use, request);
  const result = await request.run();
  if (result !== undefined) await giveBack();
  return result;
}

/**
 * Counts a search for numbers against the user's limit and, on the platform's account (`connection` is null), against
 * that of all users: the vendor limits the requests of an account at a time, and the calls of all users need them.
 */
export async function takeNumberSearch(
  table: Table,
  { userId, connection, now }: Request & { readonly connection: string | null },
): Promise<void> {
  const giveBack = await takeUse(table, 'number_searches', { userId, now });
  if (connection !== null) return;
  const ofAll = {
    key: platformNumberSearchesKey,
    most: readVariable(numberSearchesPerMinute.ofPlatform),
    msg: 'All users together have reached the vendor’s limit of number searches',
  };
  await takeToken(table, { ...ofAll, now, type: NUMBER_SEARCHES }).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
}

/** Counts a running replay; throws if the user has the maximum. */
export async function beginReplay(table: Table, { userId, requestId, now }: LeaseRequest): Promise<void> {
  const max = readVariable(requestsPerUser.replaysAtOnce);
  const lease = { key: replayLeasesKey(userId), holder: requestId, max, seconds: REPLAY_LEASE_SECONDS, now };
  if (await takeLease(table, lease)) return;
  throw tooMany({ msg: `You may have ${max} replays running at once`, type: DELIVERY_REQUESTS }, 30);
}

const REHEARSALS = 'too_many_rehearsals';

const PER_HOUR = {
  rehearsals: {
    key: rehearsalsKey,
    msg: (max: number) => `You may begin ${max} rehearsals an hour`,
    type: REHEARSALS,
  },
  action_tests: {
    key: actionTestsKey,
    msg: (max: number) => `You may test actions ${max} times an hour`,
    type: 'too_many_action_tests',
  },
} as const;

/** Counts a use; throws if the user has as many in the last hour as they may begin rehearsals. */
async function countInHour(
  table: Table,
  use: keyof typeof PER_HOUR,
  { userId, requestId, now }: LeaseRequest,
): Promise<void> {
  const { key, msg, type } = PER_HOUR[use];
  const max = readVariable(rehearsalsPerUser.perHour);
  const lease = { key: key(userId), holder: requestId, max, seconds: OPEN_SECONDS, now };
  if (!(await takeLease(table, lease))) throw tooMany({ msg: msg(max), type }, 60);
}

export const countRehearsal = (table: Table, request: LeaseRequest): Promise<void> =>
  countInHour(table, 'rehearsals', request);

export const countActionTest = (table: Table, request: LeaseRequest): Promise<void> =>
  countInHour(table, 'action_tests', request);

/** Seconds after which a turn that broke off no longer counts: longer than its function may run. */
const TURN_SECONDS = 35;

/** Runs a turn, counted among those that the user has under way; throws if that is the maximum. */
export async function countedTurn<T>(
  table: Table,
  { userId, requestId, now }: LeaseRequest,
  run: () => Promise<T>,
): Promise<T> {
  const max = readVariable(rehearsalsPerUser.turnsAtOnce);
  const lease = { key: rehearsalTurnsKey(userId), holder: requestId, max, seconds: TURN_SECONDS, now };
  const takenLease = await takeLease(table, lease);
  const msg = `You may have ${max} turns of rehearsals under way at once`;
  if (!takenLease) throw tooMany({ msg, type: REHEARSALS }, 3);
  try {
    return await run();
  } finally {
    await endLease(table, takenLease);
  }
}

/** Counts the cases of a run of tests; throws if the user has run too many in this hour. */
export async function takeTestCases(
  table: Table,
  { userId, now, cases }: Request & { readonly cases: number },
): Promise<void> {
  const most = readVariable(testCasesPerHour);
  const use = { limit: { perSecond: most / 3600, burst: most }, amount: cases, now };
  const waitMs = await consumeToken(table, rateLimitKey(userId, 'test_cases'), use);
  const msg = `You may run ${most} cases of tests an hour`;
  if (waitMs > 0) throw tooMany({ msg, type: 'too_many_test_cases' }, Math.ceil(waitMs / 1000));
}
