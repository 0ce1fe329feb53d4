import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { logger } from '../../platform/logger.ts';
import { emitMetrics } from '../../platform/metrics/emit.ts';
import { atMost, type FieldUpdate } from '../../platform/table/field-update.ts';
import { readItem, updateOf } from '../../platform/table/items.ts';
import type { Key } from '../../platform/table/keys.ts';
import { sendUntilDecided, tryWrite } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import {
  DAILY_QUOTAS,
  type DailyQuota,
  type MetQuota,
  QuotaExceeded,
} from '../../records/model/quota-exceeded.ts';
import type { ReserveTokens, TokenMeter } from '../../vendors/llm/model-usage.ts';
import { type DayUse, dayOf, isUsedUp, usedOfDay } from '../model/quotas.ts';
import { dayUseKey } from './keys.ts';
import { loadCallCounts } from './open-calls.ts';

const KEPT_SECONDS = 40 * 24 * 3600;

const dayUse = z.object({
  model_tokens: z._default(z.number(), 0),
  texts: z._default(z.number(), 0),
  number_purchases: z._default(z.number(), 0),
  do_not_call_changes: z._default(z.number(), 0),
  /** Bytes that rehearsals stored on this day; they expire a week later. */
  rehearsal_bytes: z._default(z.number(), 0),
});

export interface UserDay {
  readonly userId: string;
  readonly now: Date;
}

/** The counters of a day. Minutes are in the user's counters of calls. */
type CountedOfDay = z.infer<typeof dayUse>;

/** A user's use of these daily quotas, in up to two concurrent requests. */
export async function loadDayUse(
  table: Table,
  { userId, now }: UserDay,
  of: readonly DailyQuota[] = DAILY_QUOTAS,
): Promise<DayUse> {
  const [counted, calls] = await Promise.all([
    of.some((quota) => quota !== 'call_minutes') ? readItem(table, dayUseKey(userId, dayOf(now))) : undefined,
    of.includes('call_minutes') ? loadCallCounts(table, userId) : undefined,
  ]);
  return { ...readDayUse(counted), call_seconds: calls?.secondsIn(dayOf(now)) ?? 0 };
}

export const readDayUse = (item: Record<string, unknown> | undefined): CountedOfDay =>
  dayUse.parse(item ?? {});

/** The first used-up quota of today. Makes no request if none of these quotas has a limit. */
export async function usedUpToday(
  table: Table,
  day: UserDay,
  of: readonly DailyQuota[] = DAILY_QUOTAS,
): Promise<MetQuota | undefined> {
  const bounded = of.filter((quota) => typeof table.quotas?.[quota] === 'number');
  if (bounded.length === 0) return undefined;
  const use = await loadDayUse(table, day, bounded);
  const quota = bounded.find((name) => isUsedUp(table.quotas?.[name], usedOfDay(name, use)));
  return quota && { quota, limit: table.quotas?.[quota] ?? 0 };
}

/** Reserves a user's tokens before each request; those of a dead worker stay counted. Throws QuotaExceeded. */
export const tokenReserve =
  (table: Table, userId: string, now: Clock = systemClock): ReserveTokens =>
  async (most) => {
    const day = { userId, now: now() };
    const limit = table.quotas?.model_tokens;
    const { Update } = addToDay(table, day, { model_tokens: most }, atMost('model_tokens', limit, most));
    if (!(await tryWrite(() => table.client.send(new UpdateCommand(Update)))))
      throw new QuotaExceeded({ quota: 'model_tokens', limit: limit ?? 0 });
    return async (used) => {
      const correction = addToDay(table, day, { model_tokens: used - most }, UNLESS_ERASED);
      await tryWrite(() => table.client.send(new UpdateCommand(correction.Update))).catch((error: unknown) =>
        logger.warn('Reserved tokens stay counted: their correction failed.', { userId, most, used, error }),
      );
    };
  };

export async function countTokens(table: Table, day: UserDay, tokens: number): Promise<number> {
  const { Update } = addToDay(table, day, { model_tokens: tokens });
  const update = { ...Update, ReturnValues: 'UPDATED_NEW' } as const;
  const written = await sendUntilDecided(() => table.client.send(new UpdateCommand(update)));
  if (written.outcome === 'refused') throw written.error;
  return readDayUse(written.output.Attributes).model_tokens;
}

/** Counts a turn's tokens, also as a metric. Returns whether too few of the day's tokens are left for another such turn. */
export async function countTurnTokens(
  table: Table,
  day: UserDay,
  { tokens, uncounted, isRefused }: TokenMeter,
): Promise<boolean> {
  if (tokens > 0) emitMetrics({ ModelTokens: tokens });
  const used = uncounted > 0 ? await countTokens(table, day, uncounted) : 0;
  return isRefused || isUsedUp(table.quotas?.model_tokens, used + uncounted);
}

/** The write that counts purchases or texts on the platform's account, or changes; refused if the day's quota does not permit all. */
export const countWithin = (
  table: Table,
  day: UserDay,
  {
    quota,
    more,
  }: { readonly quota: 'number_purchases' | 'texts' | 'do_not_call_changes'; readonly more: number },
): WriteItem => addToDay(table, day, { [quota]: more }, atMost(quota, table.quotas?.[quota], more));

/** The write that uncounts a purchase that was counted on this day and not made. */
export const uncountPurchase = (table: Table, day: UserDay): WriteItem =>
  addToDay(table, day, { number_purchases: -1 });

export const rehearsalBytesUpdate = (table: Table, day: UserDay, bytes: number) =>
  addToDay(table, day, { rehearsal_bytes: bytes });

/** The days of the last week and today, whose rehearsals have not expired. */
const REHEARSAL_DAYS = 8;

export const rehearsalDayKeys = ({ userId, now }: UserDay): Key[] =>
  Array.from({ length: REHEARSAL_DAYS }, (_, days) =>
    dayUseKey(userId, dayOf(new Date(now.getTime() - days * 24 * 3600 * 1000))),
  );

export const rehearsalBytesIn = (items: readonly Record<string, unknown>[]): number =>
  items.reduce((sum, item) => sum + readDayUse(item).rehearsal_bytes, 0);

/** A counter may have been erased with its user. */
const UNLESS_ERASED = { condition: 'attribute_exists(pk)' };

const addToDay = (
  table: Table,
  { userId, now }: UserDay,
  add: Readonly<Record<string, number>>,
  bound: Pick<FieldUpdate, 'condition' | 'values'> = {},
) =>
  updateOf(table, dayUseKey(userId, dayOf(now)), {
    add,
    set: { expires_at: Math.floor(now.getTime() / 1000) + KEPT_SECONDS },
    ...bound,
  });

/** The fields of a call that decide who pays: the telephony account and the model account. */
export interface ExpenseOfCall {
  readonly user_id: string;
  readonly telephony_account_connection: string | null;
  readonly settings: { readonly llm_account_connection?: string | null | undefined };
}

/** The daily quotas that a call uses; none on the user's own accounts. */
export function quotasOfCall({ telephony_account_connection, settings }: ExpenseOfCall): DailyQuota[] {
  return [
    ...(settings.llm_account_connection ? [] : ['model_tokens' as const]),
    ...(telephony_account_connection ? [] : ['call_minutes' as const]),
  ];
}

export async function exhaustedQuota(
  table: Table,
  call: ExpenseOfCall,
  now: Date,
): Promise<MetQuota | undefined> {
  const needed = quotasOfCall(call);
  return needed.length > 0 ? usedUpToday(table, { userId: call.user_id, now }, needed) : undefined;
}

/** The message for the user about a call that a quota prevented or ended. */
export const quotaMessage = ({ quota, limit }: MetQuota): string =>
  `The daily quota ${quota} (UTC) of ${limit} is used up. Ask the operator for more, or use an account of your own.`;
