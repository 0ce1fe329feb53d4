import type { Schema } from '../../api/client.ts';
import { labelOf } from '../../format/label.ts';
import { count } from '../../format/numbers.ts';

type Delivery = Schema<'ListedDelivery'>;

const isFailed = ({ last_attempt_at: at, created_at }: Delivery, now: number): boolean =>
  now - Date.parse(at ?? created_at) < RECENT_MS;

const isRetried = ({ attempt_count: attempts }: Delivery): boolean => attempts > 0;

/** How long a failed delivery shows its webhook as failing, in milliseconds after its last attempt. */
const RECENT_MS = 24 * 3600_000;

/** Deliveries of a status that are counted before their number is cut. */
export const MOST_COUNTED = 100;

/** The newest deliveries of a status. `isCut`: not all were read. */
export interface Newest {
  readonly deliveries: readonly Delivery[];
  readonly isCut: boolean;
}

/** The newest deliveries that were given up, and those that are pending. */
export interface FailingDeliveries {
  readonly failed: Newest;
  readonly pending: Newest;
}

/** A number of deliveries. `isCut`: there may be more. */
export interface Counted {
  readonly number: number;
  readonly isCut: boolean;
}

/** What is wrong with a webhook: deliveries that were given up within a day, and those that failed and are tried again. */
export interface WebhookFailures {
  readonly failed: Counted;
  readonly waiting: Counted;
  /** Those without an attempt, which wait for the others. */
  readonly queued: Counted;
}

/** The failures of a webhook, from the deliveries of all webhooks or of this one. */
export function failuresOf(
  { failed, pending }: FailingDeliveries,
  webhook: string,
  now: number,
): WebhookFailures {
  const counted = ({ deliveries, isCut }: Newest, isTrouble: (delivery: Delivery) => boolean): Counted => ({
    number: deliveries.filter((one) => one.webhook_id === webhook && isTrouble(one)).length,
    isCut,
  });
  return {
    // What came while the webhook was switched off has no attempt.
    failed: counted(failed, (one) => isFailed(one, now)),
    waiting: counted(pending, isRetried),
    queued: counted(pending, (one) => !isRetried(one)),
  };
}

/** Deliveries that failed for one reason, and the time of the first event among them. */
export interface Cause {
  readonly cause: string;
  readonly since: string;
  readonly deliveries: readonly Delivery[];
}

/** The failures of a webhook by what its endpoint answered, the most frequent first. All that is pending waits for them. */
export function causesOf({ failed, pending }: FailingDeliveries, now: number): readonly Cause[] {
  const given = failed.deliveries.filter((one) => isFailed(one, now));
  const fails = given.length > 0 || pending.deliveries.some(isRetried);
  const all = fails ? [...given, ...pending.deliveries] : [];
  return [...Map.groupBy(all, causeOf)]
    .map(([cause, deliveries]) => ({
      cause,
      since: deliveries.map(({ timestamp }) => timestamp).sort()[0] ?? '',
      deliveries,
    }))
    .sort((one, other) => other.deliveries.length - one.deliveries.length);
}

function causeOf(delivery: Delivery): string {
  if (isRetried(delivery)) return String(delivery.last_status ?? 'No answer');
  if (delivery.status === 'pending') return 'Waiting for the first attempt';
  return delivery.failure_reason === null ? 'Failed' : labelOf(delivery.failure_reason);
}

/** Whether the many deliveries of other webhooks may have hidden those of this one. */
export function isHidden({ failed, pending }: FailingDeliveries, webhook: string): boolean {
  return [failed, pending].some(
    ({ deliveries, isCut }) =>
      isCut && deliveries.length >= MOST_COUNTED && !deliveries.some(({ webhook_id: id }) => id === webhook),
  );
}

/** Whether deliveries fail. */
export const isFailing = ({ failed, waiting }: WebhookFailures): boolean =>
  failed.number > 0 || waiting.number > 0;

/** Whether there may be more failures than were counted. */
export const isCut = ({ failed, waiting }: WebhookFailures): boolean => failed.isCut || waiting.isCut;

/** The number of deliveries as text: `100+` if there may be more. */
export const atLeast = ({ number, isCut }: Counted): string => `${count(number)}${isCut ? '+' : ''}`;
