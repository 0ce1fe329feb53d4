import { z } from 'zod';

const text = z.string().trim().min(1);

/** A pause of a speaker who has not finished, in real milliseconds. */
const silence = z.strictObject({
  pause_ms: z.number().int().min(0).max(60_000),
  /** The turn model's confidence that the speaker has finished here, 0 to 1. */
  confidence: z.number().min(0).max(1).default(0.3),
});

const parts = z
  .array(z.union([text, silence]))
  .min(1)
  .max(100);

/** Lines in which a callee speaks. */
export const spokenLines = [
  z.strictObject({
    say: z.union([text, parts]),
    /** Their language (BCP 47), if it is not that in which the application listens. */
    lang: z.string().optional(),
    /** The final words, if they differ from those that were reported before. */
    final_words: text.optional(),
    /** The words never become final. */
    never_final: z.literal(true).optional(),
  }),
] as const;

export type SpokenLine = z.infer<(typeof spokenLines)[number]>;

export interface Utterance {
  readonly parts: readonly (string | z.infer<typeof silence>)[];
  readonly finalWords?: string | undefined;
  readonly neverFinal?: boolean | undefined;
  /** The language in which they are spoken. @default the one in which the application listens */
  readonly lang?: string | undefined;
}

/** The utterance of a line. */
export function utteranceOf(
  line: SpokenLine | { readonly interrupt: string } | { readonly announce: string },
): Utterance {
  if ('announce' in line) return { parts: [line.announce] };
  if ('interrupt' in line) return { parts: [line.interrupt] };
  const parts = typeof line.say === 'string' ? [line.say] : line.say;
  return { parts, finalWords: line.final_words, neverFinal: line.never_final, lang: line.lang };
}

/** The words of an utterance without its pauses. */
export const wordsOf = ({ parts }: Utterance): string =>
  parts.filter((part) => typeof part === 'string').join(' ');
