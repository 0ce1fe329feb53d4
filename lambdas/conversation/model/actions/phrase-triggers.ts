import type { CallAction } from '../../../actions/model/action.ts';

/** The actions whose phrases the agent's words contain, ignoring case, or that the caller's `digits` are. */
export function actionsTriggeredBy(
  actions: readonly CallAction[],
  { text, digits }: { readonly text: string; readonly digits?: string },
): CallAction[] {
  const said = text.toLowerCase();
  return actions.filter(
    ({ action_trigger: trigger }) =>
      trigger?.type === 'action_trigger_phrase_based' &&
      trigger.config.phrase_triggers.some(({ phrase, conditions: [condition] }) =>
        condition === 'phrase_condition_type_keys'
          ? phrase === digits
          : digits === undefined && said.includes(phrase.toLowerCase()),
      ),
  );
}
