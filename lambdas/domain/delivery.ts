/** What came of an attempt to deliver an event. */
export type DeliveryOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** What is to be done after it. */
export type DeliveryDecision =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly afterSeconds: number }
  | { readonly kind: 'exhausted' };

/** Waits between attempts, in seconds; the last attempt follows the last wait, after about 35 minutes in all. */
export const RETRY_SECONDS = [5, 30, 120, 300, 600, 900] as const;

/** Attempts in all. */
export const MAX_ATTEMPTS = RETRY_SECONDS.length + 1;

/** Decides after attempt number `attempt` (from 1): only a 2xx answer is success. */
export function decide(outcome: DeliveryOutcome, attempt: number): DeliveryDecision {
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300)
    return { kind: 'delivered' };
  const afterSeconds = RETRY_SECONDS[attempt - 1];
  return afterSeconds === undefined ? { kind: 'exhausted' } : { kind: 'retry', afterSeconds };
}
