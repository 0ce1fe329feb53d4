import type { APIGatewayProxyEvent } from 'aws-lambda';
import { logger } from '../../runtime/logger.ts';
import {
  TOKEN_REQUESTS_AT_ONCE,
  TOKEN_REQUESTS_PER_SECOND,
  USER_REQUESTS_AT_ONCE,
  USER_REQUESTS_PER_SECOND,
} from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { budgetKey } from '../../store/table/keys.ts';
import { giveBack, type RateLimit, useRateLimit } from '../../store/table/rate-limit.ts';
import type { Table } from '../../store/table/table.ts';
import { authenticatedUser } from '../authenticated-user.ts';
import { ApiError } from '../errors.ts';

/** Milliseconds until counting times out; then the request continues uncounted. */
const COUNTING_MS = 1_000;

/** Most spent budgets that a container remembers. */
const MAX_REMEMBERED = 10_000;

type BudgetKind = 'token' | 'user';

/** A budget of requests. */
interface Budget {
  readonly kind: BudgetKind;
  readonly key: ReturnType<typeof budgetKey>;
  readonly limit: RateLimit;
}

/** Until when (epoch milliseconds) a budget is spent, by its key: a flood is answered without a write. */
const spentUntil = new Map<string, number>();

/**
 * Counts a request against the budgets of its token and its user; throws if one is spent. If counting fails, the
 * request continues: a throttled table must not make the API unavailable.
 */
export async function payRequest(table: Table, event: APIGatewayProxyEvent, now: Date): Promise<void> {
  const budgets = budgetsOf(event);
  for (const budget of budgets) {
    const untilMs = spentUntil.get(keyOf(budget)) ?? 0;
    if (untilMs > now.getTime()) throw spent(budget, untilMs - now.getTime());
  }
  const refused = await payAll(table, budgets, now).catch((error: unknown) => {
    logger.warn('A budget could not be counted; the request continues.', { error });
    return undefined;
  });
  if (!refused) return;
  if (spentUntil.size >= MAX_REMEMBERED) spentUntil.clear();
  const failure = spent(refused.budget, refused.waitMs);
  // A bucket refills at most its capacity in a second, so waiting for whole seconds loses nothing.
  spentUntil.set(keyOf(refused.budget), now.getTime() + (failure.retryAfterSeconds ?? 1) * 1000);
  throw failure;
}

/** Counts against all budgets concurrently. Returns a spent one if there is one, and then takes back the others. */
async function payAll(table: Table, budgets: readonly Budget[], now: Date) {
  const signal = AbortSignal.timeout(COUNTING_MS);
  const payments = await Promise.all(
    budgets.map(async (budget) => {
      const { key, limit } = budget;
      return { budget, waitMs: await useRateLimit(table, key, { limit, now, signal }) };
    }),
  );
  const refused = payments.find(({ waitMs }) => waitMs > 0);
  if (!refused) return undefined;
  const paid = payments.filter(({ waitMs }) => waitMs === 0);
  await Promise.all(
    paid.map(({ budget: { key, limit } }) => giveBack(table, key, { limit, now, signal })),
  ).catch((error: unknown) => logger.warn('A budget was charged for a refused request.', { error }));
  return refused;
}

/** Without a token id from the authorizer, only the user's budget. */
function budgetsOf(event: APIGatewayProxyEvent): readonly Budget[] {
  const userId = authenticatedUser(event);
  const tokenId: unknown = event.requestContext.authorizer?.token_id;
  const user: Budget = { kind: 'user', key: budgetKey(userId), limit: limitOf(LIMITS.user) };
  if (typeof tokenId !== 'string' || tokenId === '') return [user];
  return [{ kind: 'token', key: budgetKey(userId, tokenId), limit: limitOf(LIMITS.token) }, user];
}

const LIMITS = {
  token: { perSecond: TOKEN_REQUESTS_PER_SECOND, burst: TOKEN_REQUESTS_AT_ONCE },
  user: { perSecond: USER_REQUESTS_PER_SECOND, burst: USER_REQUESTS_AT_ONCE },
};

/** The variables of every function that counts requests. */
export const BUDGET_VARIABLES = Object.values(LIMITS).flatMap(({ perSecond, burst }) => [perSecond, burst]);

const limitOf = ({ perSecond, burst }: (typeof LIMITS)[BudgetKind]): RateLimit => ({
  perSecond: readVariable(perSecond),
  burst: readVariable(burst),
});

const keyOf = ({ key: { pk, sk } }: Budget) => `${pk} ${sk}`;

const WHOSE = { token: 'This token', user: 'Your tokens together' } as const;

function spent({ kind, limit }: Budget, waitMs: number): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const allowed = `${limit.perSecond} requests a second, and ${limit.burst} at once`;
  const msg = `${WHOSE[kind]} may make ${allowed}; try again in ${retryAfterSeconds} s.`;
  const fault = { loc: ['header', 'authorization'], msg, type: `${kind}_budget_spent` };
  return new ApiError('too_many', [fault], { retryAfterSeconds });
}
