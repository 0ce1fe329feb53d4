import type { StoredCall } from './call.ts';
import { PHRASES } from './phrases.ts';
import { fillTemplate } from './template.ts';

/** What the agent says first: its initial message, or a word to a callee who comes back from a transfer that failed. */
export function openingWords(call: StoredCall): string | undefined {
  const { agent, settings, context } = call;
  if (isReturning(call)) return PHRASES[settings.language].unreachable;
  return agent.initial_message ? fillTemplate(agent.initial_message, context) : undefined;
}

/** How long the agent waits before it says them, in seconds; who comes back is not kept waiting. */
export function openingDelay(call: StoredCall): number {
  return isReturning(call) ? 0 : call.settings.initial_message_delay;
}

/** Whether the callee comes back to the agent: the conversation goes on that a transfer ended. */
export function isReturning({ returning_from, connection_id }: StoredCall): boolean {
  return returning_from !== undefined && returning_from === connection_id;
}
