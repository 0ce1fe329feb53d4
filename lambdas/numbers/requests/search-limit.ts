import { takeTokens, takeUse, type UserLimit } from '../../http/limits/user-limits.ts';
import type { Table } from '../../platform/table/table.ts';
import { numberSearchesPerMinute } from '../model/settings.ts';
import { platformNumberSearchesKey } from '../store/keys.ts';

const NUMBER_SEARCHES = 'too_many_number_searches';

const SEARCHES: UserLimit = {
  use: 'number_searches',
  variable: numberSearchesPerMinute.ofUser,
  msg: (most) => `You may search for numbers ${most} times a minute`,
  type: NUMBER_SEARCHES,
};

/** A purchase searches for a number first. */
export const FAILED_PURCHASES: UserLimit = {
  use: 'failed_purchases',
  variable: numberSearchesPerMinute.ofUser,
  msg: (most) => `At most ${most} purchases a minute may find no number`,
  type: NUMBER_SEARCHES,
};

const ALL_SEARCHES = {
  variable: numberSearchesPerMinute.ofPlatform,
  msg: () => 'All users together have reached the vendor’s limit of number searches',
  type: NUMBER_SEARCHES,
};

/** Counts a search against the user's limit and, without a `connection`, against that of all users. */
export async function takeNumberSearch(
  table: Table,
  {
    userId,
    connection,
    now,
  }: { readonly userId: string; readonly connection: string | null; readonly now: Date },
): Promise<void> {
  const giveBack = await takeUse(table, SEARCHES, { userId, now });
  if (connection !== null) return;
  const ofAll = { key: platformNumberSearchesKey, now };
  await takeTokens(table, ALL_SEARCHES, ofAll).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
}
