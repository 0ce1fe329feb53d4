import { nextOpening } from '../../calls/model/law/call-hours.ts';
import { placeOfLocation, placeOfNumber } from '../../calls/model/law/places.ts';
import type { Campaign } from './campaign.ts';
import type { Attempt, Next, StoredRecipient } from './recipient.ts';

/** The number of the next attempt: they take turns. */
export function numberOf({
  to_number,
  further_numbers = [],
  attempts,
}: Pick<StoredRecipient, 'to_number' | 'further_numbers' | 'attempts'>): string {
  const all = [to_number, ...further_numbers];
  return all[attempts.length % all.length] ?? to_number;
}

const DAY_MS = 86_400_000;

/** The first time from now on at which the campaign's own rules permit the next attempt. Undefined: never. */
export function nextCallTime(
  { hours, attempts: { most_a_day: most } }: Pick<Campaign, 'hours' | 'attempts'>,
  recipient: Pick<StoredRecipient, 'to_number' | 'further_numbers' | 'attempts' | 'contact_location'>,
  now: Date,
): Date | undefined {
  const oldest = oldestOfDay(recipient.attempts, most, now);
  const from = new Date(Math.max(now.getTime(), oldest === undefined ? 0 : oldest + DAY_MS));
  if (!hours) return from;
  const { contact_location: location } = recipient;
  const own = location?.timezone ? [location.timezone] : [];
  const places = [placeOfNumber(numberOf(recipient)), placeOfLocation(location ?? {})];
  const zones = new Set([...own, ...places.flatMap((place) => place?.zones ?? [])]);
  if (zones.size === 0) return undefined;
  return nextOpening(
    [...zones].map((zone) => ({ zone, all: [{ hours }] })),
    from,
  );
}

const NEVER = 'The hours of the campaign never fit: the time zone of the number is unknown.';

/** What the campaign's own rules have a recipient wait for, or why they end it. Undefined: they permit an attempt now. */
export function waitOf(campaign: Campaign, recipient: StoredRecipient, now: Date): Next | undefined {
  const time = nextCallTime(campaign, recipient, now);
  if (!time) return { outcome: 'refused', reason: NEVER };
  // In the order of the lines.
  return time > now ? { dueAt: new Date(time.getTime() + recipient.line) } : undefined;
}

/** The time of the oldest of the attempts that fill the last 24 hours; undefined if they don't. */
function oldestOfDay(attempts: readonly Attempt[], most: number, now: Date): number | undefined {
  const times = attempts.map(({ at }) => Date.parse(at)).filter((ms) => ms > now.getTime() - DAY_MS);
  return times.at(-most);
}
