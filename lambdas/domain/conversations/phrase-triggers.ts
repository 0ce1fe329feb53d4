import type { CallAction } from '../records/action.ts';

/** Whether words of the agent's contain a phrase that triggers the action, in any mixture of upper and lower case. */
export function isPhraseSaid({ action_trigger: trigger }: CallAction, text: string): boolean {
  if (trigger?.type !== 'action_trigger_phrase_based') return false;
  const said = text.toLowerCase();
  return trigger.config.phrase_triggers.some(({ phrase }) => said.includes(phrase.toLowerCase()));
}
