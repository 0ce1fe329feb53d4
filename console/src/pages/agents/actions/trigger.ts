/** What a phrase of a trigger is compared with: the agent's words, or the contact's keys. */
const CONDITIONS = {
  phrases: 'phrase_condition_type_contains',
  keys: 'phrase_condition_type_keys',
} as const;

/** The phrases and keys that take an action, one a line. Undefined: the language model decides. */
export type TriggerLines = Readonly<Record<keyof typeof CONDITIONS, string>> | undefined;

/** The lines of a trigger of the API. */
export function linesOf(trigger: unknown): TriggerLines {
  const phrases: unknown = Reflect.get(Object(Reflect.get(Object(trigger), 'config')), 'phrase_triggers');
  if (!Array.isArray(phrases)) return undefined;
  const of = (condition: string) =>
    phrases
      .filter(({ conditions }) => conditions?.[0] === condition)
      .map(({ phrase }) => String(phrase))
      .join('\n');
  return { phrases: of(CONDITIONS.phrases), keys: of(CONDITIONS.keys) };
}

/** The trigger of the API for these lines. */
export function triggerOf(lines: TriggerLines) {
  if (!lines) return { type: 'action_trigger_function_call', config: {} };
  const of = (name: keyof typeof CONDITIONS) =>
    lines[name]
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((phrase) => ({ phrase, conditions: [CONDITIONS[name]] }));
  return {
    type: 'action_trigger_phrase_based',
    config: { phrase_triggers: [...of('phrases'), ...of('keys')] },
  };
}
