import * as z from 'zod/mini';
import { phoneNumber } from '../fields.ts';

/** The number that synthetic calls dial, and their bounds. */
export const syntheticCall = z.object({
  /** A number that answers. */
  to: phoneNumber,
  /** Words that the agent's peer on the line says. */
  hears: z.string().check(z.regex(/\w/), z.maxLength(100)),
  /** Most calls in a day (UTC), whoever requests them. */
  mostADay: z.int().check(z.minimum(1)),
});
export type SyntheticCall = z.infer<typeof syntheticCall>;

/** The outcome of a synthetic call. */
export type SyntheticOutcome =
  | 'passed'
  /** The API refused the call, or could not be reached. */
  | 'not_placed'
  | 'not_answered'
  /** The call was answered, and has no transcript within the minute. */
  | 'not_over'
  /** The transcript contains no words of the peer, or no answer of the agent to them. */
  | 'wrong_transcript'
  /** The webhook’s receiver did not accept the transcript within the minute. */
  | 'webhook_missing';

/** Words without case and punctuation: speech recognition varies in both. */
const wordsOf = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

/** Whether a transcript contains these words of the human, and an answer of the agent to them. */
export function bothSpoke(transcript: string, hears: string): boolean {
  const lines = transcript.split('\n');
  const heard = lines.findIndex(
    (line) => line.startsWith('HUMAN:') && wordsOf(line).includes(wordsOf(hears)),
  );
  return heard >= 0 && lines.slice(heard + 1).some((line) => /^AGENT: \S/.test(line));
}
