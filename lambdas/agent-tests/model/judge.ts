import * as z from 'zod/mini';
import type { Language } from '../../agents/model/languages.ts';
import { Transcript } from '../../calls/model/analysis/find-quotations.ts';
import type { PlayedTurn } from './played.ts';
import { shortText } from './short-json.ts';
import { failed, invalid, type Judgement, passed } from './verdict.ts';

/** What a judge answers about one criterion. */
export const judgeAnswer = z.object({
  holds: z.boolean(),
  reason: z.string().check(z.maxLength(2_000)),
  quotation: z.optional(z.nullable(z.string().check(z.maxLength(1_000)))),
});
export type JudgeAnswer = z.infer<typeof judgeAnswer>;

interface Judged {
  readonly turns: readonly PlayedTurn[];
  /** The words of both, in order. */
  readonly messages: ConstructorParameters<typeof Transcript>[0];
  readonly languages: readonly Language[];
}

/** The judgement of an answer. A quotation must be in the words or the tools' results; without one it proves nothing. */
export function judgementOf(
  { holds, reason, quotation }: JudgeAnswer,
  quote: 'required' | 'optional',
  { turns, messages, languages }: Judged,
): Judgement {
  if (!quotation) {
    if (quote === 'required') return invalid('The judge quotes nothing.');
  } else {
    const results = turns.flatMap(({ tools }) => tools.map(({ output }) => JSON.stringify(output) ?? ''));
    const isQuoted =
      new Transcript(messages, languages).find(quotation) !== undefined ||
      results.some((result) => result.includes(quotation));
    if (!isQuoted) return invalid(`The judge quotes what nobody said: "${shortText(quotation)}"`);
  }
  return holds ? passed(shortText(reason)) : failed(shortText(reason));
}
