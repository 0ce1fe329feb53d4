import { filledGreeting } from '../conversations/filled-texts.ts';
import { PHRASES } from '../conversations/phrases.ts';
import type { StoredCall } from './call.ts';

/**
 * The agent's first words: its initial message, or words for a callee who returns after a failed transfer or a lost
 * connection.
 */
export function openingWords(call: StoredCall): string | undefined {
  const { agent, settings, context } = call;
  if (isReturning(call)) return PHRASES[settings.language].unreachable;
  if (isReconnecting(call) && !isUnheard(call)) return PHRASES[settings.language].interrupted;
  return agent.initial_message ? filledGreeting(agent.initial_message, context) : undefined;
}

/** Seconds before the first words; 0 for a callee who returns. */
export function openingDelay(call: StoredCall): number {
  return resumedConnection(call) !== undefined ? 0 : call.settings.initial_message_delay;
}

/** Whether the callee returns to the agent after a failed transfer. */
export function isReturning({ returning_from, connection_id }: StoredCall): boolean {
  return returning_from !== undefined && returning_from === connection_id;
}

/** Whether the conversation resumes after a lost connection. */
function isReconnecting({ broken_off, connection_id }: StoredCall): boolean {
  return broken_off?.connection_id !== undefined && broken_off.connection_id === connection_id;
}

/** Whether nothing was heard of the last conversation, because the vendor refused its voice. */
export function isUnheard({ broken_off }: StoredCall): boolean {
  return broken_off?.refused_voice !== undefined && broken_off.refused_voice === broken_off.session_id;
}

/** The connection of the conversation that the next one resumes. Returns undefined if it resumes none. */
export function resumedConnection(call: StoredCall): string | undefined {
  return isReturning(call) || isReconnecting(call) ? call.connection_id : undefined;
}
