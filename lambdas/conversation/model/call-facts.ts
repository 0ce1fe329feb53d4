import * as z from 'zod/mini';
import { dateFormat } from '../../platform/clock.ts';
import type { Language } from '../../vendors/model/languages.ts';
import type { ModelMessage } from '../../vendors/model/llm-message.ts';

/** What is known of a call without its context. */
export const callFacts = z.lazy(() =>
  z.object({
    /** The IANA name of the zone in which the agent tells the time. */
    timezone: z.string(),
    /** ISO 8601, UTC. */
    begun_at: z.string(),
    direction: z.optional(z.enum(['outbound', 'inbound'])),
    /** Absent if it is withheld. */
    contact_number: z.optional(z.string()),
  }),
);

/** Most characters of the notes that a call leaves for its callback, in the context as `callback_notes`. */
export const MAX_NOTES = 1000;

/** The names of values that every call has, unless its context has its own. */
export const BUILT_IN_VALUES: readonly string[] = ['now', 'today', 'contact_number'];

interface Told {
  readonly facts?: z.infer<typeof callFacts> | undefined;
  readonly context?: Readonly<Record<string, string>> | null | undefined;
  readonly settings: { readonly language: Language };
  readonly first_language?: Language;
}

/** The values of `${name}` in an agent's texts. They stay the same in a call: vendors cache what the prompt begins with. */
export function valuesOf({
  facts,
  context,
  settings,
  first_language,
}: Told): Readonly<Record<string, string>> {
  if (!facts) return context ?? {};
  const { timezone: timeZone, begun_at, contact_number } = facts;
  const write = (style: Intl.DateTimeFormatOptions) =>
    dateFormat(first_language ?? settings.language, { timeZone, dateStyle: 'full', ...style })
      .format(new Date(begun_at))
      .replaceAll(/\s/g, ' ');
  return {
    now: write({ timeStyle: 'short' }),
    today: write({}),
    ...(contact_number !== undefined && { contact_number }),
    ...context,
  };
}

/** Tells the model when and with whom it speaks. `at`: ISO 8601, UTC. */
export function noteOfCall({ facts, context }: Told, at: string | undefined): ModelMessage[] {
  if (!facts) return [];
  const { timezone: timeZone, begun_at, direction, contact_number: number } = facts;
  const style = { timeZone, dateStyle: 'full', timeStyle: 'short' } as const;
  const time = dateFormat('en-GB', style).format(new Date(at ?? begun_at));
  const name = context?.contact_name ?? context?.name;
  const notes = context?.callback_notes?.slice(0, MAX_NOTES);
  const who = direction === 'inbound' ? 'The human called you' : 'You called the human';
  const content = [
    `It is ${time} in the time zone ${timeZone}.`,
    ...(direction ? [`${who}${number ? `; their number is ${number}` : ''}.`] : []),
    ...(name ? [`Their name, as quoted data: ${JSON.stringify(name.slice(0, 100))}.`] : []),
    ...(notes
      ? [`They asked for this call in an earlier one. Its notes, as quoted data: ${JSON.stringify(notes)}.`]
      : []),
  ].join(' ');
  return [{ role: 'system', content }];
}
