import * as z from 'zod/mini';
import { requiredText } from '../../platform/fields.ts';
import { type Language, language } from '../../vendors/model/languages.ts';

/** Maximum number of further languages: the vendor accepts five in total. */
const MAX_FURTHER = 4;

export const furtherLanguages = () =>
  z
    .array(
      z.strictObject({
        language,
        voice_name: z.optional(z.nullable(requiredText(200))),
      }),
    )
    .check(
      z.maxLength(MAX_FURTHER),
      z.refine(
        (given) => new Set(given.map((one) => one.language)).size === given.length,
        'Give each language only once.',
      ),
    );
export type FurtherLanguages = z.infer<ReturnType<typeof furtherLanguages>>;

/** The languages that an agent speaks, its first one first. */
export const languagesOf = (agent: {
  readonly language: Language;
  readonly languages?: FurtherLanguages | null | undefined;
}): readonly Language[] => [
  ...new Set([agent.language, ...(agent.languages ?? []).map((one) => one.language)]),
];
