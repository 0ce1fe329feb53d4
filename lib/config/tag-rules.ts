import type { EnvironmentConfig } from './environment-config.ts';
import type { Rule } from './rule.ts';

/** The tags of every resource. */
export const OWN_TAGS = ['project', 'environment', 'stack'] as const;

/**
 * The characters that all services accept in tags:
 * https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html
 */
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+@-]+$/u;
const MOST_CHARACTERS = { key: 128, value: 256 };
const MOST_TAGS = 40;

/** The rules of the operator's tags. */
export function tagRules({ tags = {} }: EnvironmentConfig): Rule[] {
  const isTag = ([key, value]: [string, string]) =>
    TAG.test(key) &&
    TAG.test(value) &&
    key.length <= MOST_CHARACTERS.key &&
    value.length <= MOST_CHARACTERS.value &&
    !/^aws:/i.test(key) &&
    !OWN_TAGS.some((own) => own === key);
  return [
    [
      'tags',
      Object.entries(tags).length <= MOST_TAGS && Object.entries(tags).every(isTag),
      `must be at most ${MOST_TAGS}, of letters, digits, spaces and _.:/=+@-, none of them ${OWN_TAGS.join(', ')} or beginning with aws:`,
    ],
  ];
}
