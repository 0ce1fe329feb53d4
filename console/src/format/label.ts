/** Words that are written in capitals. */
const ACRONYMS = /\b(api|dtmf|hipaa|id|ivr|llm|url)\b/gi;

/** A field's name in words: `idle_time_seconds` as `Idle time seconds`, `llm_api_key` as `LLM API key`. */
export function labelOf(name: string): string {
  const said = name.replaceAll('_', ' ');
  return (said.charAt(0).toUpperCase() + said.slice(1)).replace(ACRONYMS, (word) => word.toUpperCase());
}

/** A language in words, by its ISO 639-1 code. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(undefined, { type: 'language' }).of(code) ?? code;
