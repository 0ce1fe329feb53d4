import type { ActionRun, CallAction } from '../../../actions/model/action.ts';
import { isLeaving, type Session } from '../session.ts';
import type { Message } from '../transcript-message.ts';
import { containsPhrase } from '../words/normalized-phrase.ts';

/** An action to take: one of the agent's, or a built-in one without an id. */
export type ChosenAction = Pick<ActionRun, 'type'> & { readonly id: ActionRun['action_id'] };

/** The change of the session by an action. It takes effect when the agent's words were played. */
export function changeOfAction({ type, id }: ChosenAction): Pick<Session, 'ending' | 'handoff' | 'holding'> {
  switch (type) {
    case 'action_end_conversation':
      return { ending: true };
    case 'action_transfer_call':
    case 'action_add_to_conference':
      return id === null ? {} : { handoff: id };
    case 'action_set_hold':
      return { holding: true };
    default:
      return {};
  }
}

/** The actions that a message triggers; none after the agent has left the call. */
export function triggeredBy(
  { sender, text, digits }: Pick<Message, 'sender' | 'text'> & { readonly digits: string | undefined },
  session: Session,
): CallAction[] {
  if ((sender !== 'agent' && digits === undefined) || isLeaving(session) || session.closed) return [];
  const actions = session.agent.actions.filter((action) => isTriggeredBy(action, text, digits));
  const leaving = actions.findIndex((action) => isLeaving({ ...session, ...changeOfAction(action) }));
  return leaving < 0 ? actions : actions.slice(0, leaving + 1);
}

/** Whether the agent's words contain a phrase of the action, or the contact's `digits` are one. */
const isTriggeredBy = ({ action_trigger: trigger }: CallAction, words: string, digits: string | undefined) =>
  trigger?.type === 'action_trigger_phrase_based' &&
  trigger.config.phrase_triggers.some(({ phrase, conditions: [condition] }) =>
    condition === 'phrase_condition_type_keys'
      ? phrase === digits
      : digits === undefined && containsPhrase(words, phrase),
  );
