import { filledGreeting } from '../conversations/filled-texts.ts';
import { PHRASES } from '../conversations/phrases.ts';
import type { StoredCall } from './call.ts';

/** What the agent says first: its initial message, or a word to a callee who comes back after a transfer that failed or a conversation that broke off. */
export function openingWords(call: StoredCall): string | undefined {
  const { agent, settings, context } = call;
  if (isReturning(call)) return PHRASES[settings.language].unreachable;
  if (isReconnecting(call)) return PHRASES[settings.language].interrupted;
  return agent.initial_message ? filledGreeting(agent.initial_message, context) : undefined;
}

/** How long the agent waits before it says them, in seconds; who comes back is not kept waiting. */
export function openingDelay(call: StoredCall): number {
  return resumedConnection(call) !== undefined ? 0 : call.settings.initial_message_delay;
}

/** Whether the callee comes back to the agent: the conversation goes on that a transfer ended. */
export function isReturning({ returning_from, connection_id }: StoredCall): boolean {
  return returning_from !== undefined && returning_from === connection_id;
}

/** Whether the conversation broke off while the call went on: it goes on in a new one. */
function isReconnecting({ broken_off, connection_id }: StoredCall): boolean {
  return broken_off?.connection_id !== undefined && broken_off.connection_id === connection_id;
}

/** The connection of the conversation that the next one goes on with, if it goes on with one. */
export function resumedConnection(call: StoredCall): string | undefined {
  return isReturning(call) || isReconnecting(call) ? call.connection_id : undefined;
}
