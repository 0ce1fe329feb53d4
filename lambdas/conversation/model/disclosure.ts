import * as z from 'zod/mini';
import { valuesOf } from './call-facts.ts';
import { filledGreeting } from './filled-texts.ts';
import { isSpoken, type Turn } from './session.ts';

/** What a contact was told first: who calls, and that it is a machine. */
export const disclosureSaid = z.lazy(() =>
  z.object({
    /** When it began: ISO 8601, UTC. */
    at: z.string(),
    /** Whether it was heard to its end. */
    complete: z.boolean(),
    /** Absent from a HIPAA-compliant call. */
    words: z.optional(z.string()),
  }),
);
export type DisclosureSaid = z.infer<typeof disclosureSaid>;

type Start = Parameters<typeof valuesOf>[0] & {
  readonly settings: { readonly disclosure?: string | null | undefined };
};

/** The disclosure of a conversation with its values. Undefined if its agent has none. */
export const disclosureOf = (start: Start): string | undefined =>
  start.settings.disclosure ? filledGreeting(start.settings.disclosure, valuesOf(start)) : undefined;

/** Words with the disclosure before them, if there is one. */
export const afterDisclosure = (start: Start, words: string): string =>
  [disclosureOf(start) ?? '', words].filter((part) => part !== '').join(' ');

/** When the disclosure was said: in turns that begin with it, or were cut off in it. */
export function disclosuresIn(turns: readonly Turn[], words: string | undefined): DisclosureSaid[] {
  if (words === undefined) return [];
  return turns.flatMap((turn) => {
    if (!isSpoken(turn) || turn.sender !== 'agent' || turn.text === '') return [];
    const complete = turn.text.startsWith(words);
    return complete || words.startsWith(turn.text) ? [{ at: turn.timestamp, complete, words }] : [];
  });
}
