import type { CallAction } from '../../records/action.ts';

export function isPhraseSaid({ action_trigger: trigger }: CallAction, text: string): boolean {
  if (trigger?.type !== 'action_trigger_phrase_based') return false;
  const said = text.toLowerCase();
  return trigger.config.phrase_triggers.some(
    ({ phrase, conditions: [condition] }) =>
      condition === 'phrase_condition_type_contains' && said.includes(phrase.toLowerCase()),
  );
}
