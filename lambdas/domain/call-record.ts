import type { ActionTaken, Message } from './call.ts';
import { isSpoken, type Turn } from './conversation.ts';

/** What a call keeps of its conversation. */
export interface CallRecord {
  readonly messages: Message[];
  /** Absent when none was taken. */
  readonly actions_taken?: ActionTaken[];
}

/** A call keeps so much (characters of JSON) of what its actions were given and gave: it is one item of at most 400 KB. */
const MAX_ACTIONS_LENGTH = 60_000;
const MAX_FIELD_LENGTH = 4_000;

/** The record of a conversation: what was said, and the actions in their places among it. */
export function recordOf(turns: readonly Turn[]): CallRecord {
  const messages: Message[] = [];
  const actions: ActionTaken[] = [];
  let left = MAX_ACTIONS_LENGTH;
  for (const turn of turns) {
    if (isSpoken(turn)) {
      const { sender, text, timestamp } = turn;
      messages.push({ sender, text, timestamp });
      continue;
    }
    const { action_id, type, input, output } = turn.action;
    const kept = { input: shortened(input, left), output: shortened(output, left) };
    left -= JSON.stringify(kept).length;
    actions.push({ action_id, type, ...kept, timestamp: turn.timestamp, after_messages: messages.length });
  }
  return { messages, ...(actions.length > 0 && { actions_taken: actions }) };
}

/** The fields, or as much of their JSON as a call keeps: all of them went with the event. */
function shortened(fields: Record<string, unknown>, left: number): Record<string, unknown> {
  const json = JSON.stringify(fields);
  const length = Math.max(0, Math.min(left, MAX_FIELD_LENGTH));
  return json.length <= length ? fields : { shortened: json.slice(0, length) };
}
