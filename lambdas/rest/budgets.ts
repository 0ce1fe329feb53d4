import type { APIGatewayProxyEvent } from 'aws-lambda';
import { DomainError } from '../domain/errors.ts';
import { logger } from '../runtime/logger.ts';
import {
  TOKEN_REQUESTS_AT_ONCE,
  TOKEN_REQUESTS_PER_SECOND,
  USER_REQUESTS_AT_ONCE,
  USER_REQUESTS_PER_SECOND,
} from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { budgetKey } from '../store/table/keys.ts';
import { giveBack, type RateLimit, useRateLimit } from '../store/table/rate-limit.ts';
import type { Table } from '../store/table/table.ts';
import { authenticatedUser } from './authenticated-user.ts';

/** Milliseconds that counting may take; after that the request goes on uncounted. */
const COUNTING_MS = 1_000;

/** More budgets than a container remembers as spent at a time. */
const MAX_REMEMBERED = 10_000;

type BudgetKind = 'token' | 'user';

/** One of the budgets that a request is paid from. */
interface Budget {
  readonly kind: BudgetKind;
  readonly key: ReturnType<typeof budgetKey>;
  readonly limit: RateLimit;
}

/** Until when (ms since 1970) a budget is spent, by its key: a flood is answered without a write. */
const spentUntil = new Map<string, number>();

/**
 * Counts a request against the budgets of its token and of its user; throws if one is spent. If counting fails, the
 * request goes on: a table that is throttled must not take the API away from everybody.
 */
export async function payRequest(table: Table, event: APIGatewayProxyEvent, now: Date): Promise<void> {
  const budgets = budgetsOf(event);
  for (const budget of budgets) {
    const untilMs = spentUntil.get(keyOf(budget)) ?? 0;
    if (untilMs > now.getTime()) throw spent(budget, untilMs - now.getTime());
  }
  const refused = await payAll(table, budgets, now).catch((error: unknown) => {
    logger.warn('A budget could not be counted: the request goes on.', { error });
    return undefined;
  });
  if (!refused) return;
  if (spentUntil.size >= MAX_REMEMBERED) spentUntil.clear();
  const failure = spent(refused.budget, refused.waitMs);
  // A bucket fills within a second by no more than it holds, so that nothing is lost by waiting for whole ones.
  spentUntil.set(keyOf(refused.budget), now.getTime() + (failure.retryAfterSeconds ?? 1) * 1000);
  throw failure;
}

/** Pays from all budgets side by side; gives one that is spent, if any, and then nothing is taken from the others. */
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

/** Where the authorizer named no token, that of the user alone. */
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

function spent({ kind, limit }: Budget, waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const allowed = `${limit.perSecond} requests a second, and ${limit.burst} at once`;
  const msg = `${WHOSE[kind]} may make ${allowed}; try again in ${retryAfterSeconds} s.`;
  const fault = { loc: ['header', 'authorization'], msg, type: `${kind}_budget_spent` };
  return new DomainError('too_many', [fault], { retryAfterSeconds });
}
