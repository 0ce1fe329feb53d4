import * as z from 'zod/mini';
import { filledGreeting, valuesOf } from './filled-texts.ts';
import { spokenBy } from './playback.ts';
import { isSpoken, type Session, type Turn } from './session.ts';

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

/** Whether the vendor is saying the disclosure. It goes on although the contact speaks. */
export function isDisclosing({ answer, played_characters = 0, ...session }: Session): boolean {
  const words = disclosureOf(session);
  return words !== undefined && answer?.text.startsWith(words) === true && played_characters < words.length;
}

/**
 * What the contact spoke over without interrupting it: the vendor's reports of it come while a later answer is pending,
 * so the characters that are still to be played count below zero.
 */
export function spokenOver(session: Session, now: Date): Pick<Session, 'played_characters'> {
  const { answer, played_characters: played = 0 } = session;
  if (!isDisclosing(session) && played >= 0) return {};
  if (!answer) return { played_characters: played };
  const played_characters = played - answer.text.length;
  // The vendor does not report it.
  const isOver = now >= spokenBy(' '.repeat(-played_characters), new Date(answer.timestamp));
  return isOver ? {} : { played_characters };
}

/** Milliseconds of a long call after which the contact is told again. */
const TOLD_FOR_MS = 30 * 60_000;

/** The disclosure if the agent's next words must begin with it: a machine heard it before, or it was long ago. */
export function owedDisclosure(
  { session, turns }: { readonly session: Session; readonly turns: readonly Turn[] },
  now: Date,
): string | undefined {
  const words = disclosureOf(session);
  const [before, person] = session.answerer?.steps.slice(-2) ?? [];
  const at = disclosuresIn(turns, { words }).findLast(({ complete }) => complete)?.at;
  // Detection alone may take a person for a machine.
  const isNew = person?.answered_by === 'human' && before?.from === 'words' && (at ?? '') < person.at;
  const isLong = at !== undefined && now.getTime() - Date.parse(at) >= TOLD_FOR_MS;
  return isNew || isLong ? words : undefined;
}

/** When the disclosure was said: in turns that begin with it, or were cut off in it. `isCutOff`: the last one was. */
export function disclosuresIn(
  turns: readonly Turn[],
  { words, isCutOff = false }: { readonly words: string | undefined; readonly isCutOff?: boolean },
): DisclosureSaid[] {
  if (words === undefined) return [];
  const said = turns.flatMap((turn) => {
    if (!isSpoken(turn) || turn.sender !== 'agent' || turn.text === '') return [];
    const complete = turn.text.startsWith(words);
    return complete || words.startsWith(turn.text) ? [{ at: turn.timestamp, complete, words }] : [];
  });
  return said.map((one, index) =>
    isCutOff && index === said.length - 1 ? { ...one, complete: false } : one,
  );
}
