import type { Campaign, PauseReason } from './campaign.ts';

/** What a campaign has counted, in the same transactions as its recipients' changes. */
export interface Counts {
  readonly dialed: number;
  readonly dialedToday: number;
  readonly reached: number;
  readonly abandoned: number;
  readonly failures_in_row: number;
  readonly cost: number;
}

/** Answers below which the share of abandoned calls says nothing. */
const FEWEST_REACHED = 30;

/** Why a campaign must pause; undefined if it may go on. */
export function whyToPause(
  { budget, most_failures_in_row, most_abandoned }: Campaign,
  { cost, failures_in_row, reached, abandoned }: Counts,
): PauseReason | undefined {
  if (budget && cost >= budget) return 'budget';
  if (failures_in_row >= most_failures_in_row) return 'failures';
  if (reached >= FEWEST_REACHED && abandoned / reached > most_abandoned) return 'abandoned';
  return undefined;
}

/** The number of calls that may be placed in this minute. */
export const capacity = (
  { calls_per_minute, concurrency, calls_per_day }: Campaign,
  { calling, dialedToday }: { readonly calling: number } & Pick<Counts, 'dialedToday'>,
): number =>
  Math.max(0, Math.min(calls_per_minute, concurrency - calling, (calls_per_day ?? Infinity) - dialedToday));

/** When the campaign will be finished at the rate so far. Undefined before the first recipient is done. */
export function expectedEnd(
  { started_at }: Pick<Campaign, 'started_at'>,
  { done, all }: { readonly done: number; readonly all: number },
  now: Date,
): Date | undefined {
  if (!started_at || done === 0) return undefined;
  const elapsed = now.getTime() - Date.parse(started_at);
  return new Date(now.getTime() + (elapsed / done) * Math.max(0, all - done));
}
