import * as z from 'zod/mini';
import { requiredText } from '../../platform/fields.ts';
import { type Language, language } from '../../vendors/model/languages.ts';

const MAX_FURTHER = language.options.length - 1;

/** Maximum number of languages that the vendor's markup declares. */
export const MAX_DECLARED = 5;

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

/** The languages that the vendor's markup declares; further ones are declared when they are first spoken. */
export const declaredLanguages = (
  agent: Parameters<typeof languagesOf>[0],
  present: Language = agent.language,
): readonly Language[] => {
  const languages = languagesOf(agent);
  const declared = languages.slice(0, MAX_DECLARED);
  return declared.includes(present) ? declared : [...declared.slice(0, -1), present];
};
