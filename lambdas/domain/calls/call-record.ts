import type { ActionTaken } from '../conversations/actions/action-run.ts';
import type { Message } from '../conversations/message.ts';
import { isSpoken, type Turn } from '../conversations/session.ts';

export interface CallRecord {
  readonly messages: Message[];
  /** The number of messages that did not fit; absent if all did. */
  readonly messages_left_out?: number;
  readonly actions_taken?: ActionTaken[];
}

/** Bytes of JSON of action inputs and outputs in a call. A call is one item of at most 400 KB; its agent takes half. */
const MAX_ACTIONS_BYTES = 40_000;
const MAX_FIELD_BYTES = 4_000;
/** Most UTF-8 bytes of one UTF-16 code unit. */
const BYTES_OF_CHARACTER = 3;

/** Bytes of JSON of messages in a call: more than an hour of talk. An event of at most 256 KB contains them twice. */
const MAX_MESSAGES_BYTES = 100_000;

export function recordOf(turns: readonly Turn[]): CallRecord {
  const messages: Message[] = [];
  const actions: ActionTaken[] = [];
  let left = MAX_ACTIONS_BYTES;
  for (const turn of turns) {
    if (isSpoken(turn)) {
      const { sender, text, timestamp } = turn;
      messages.push({ sender, text, timestamp });
      continue;
    }
    const { action_id, type, input, output } = turn.action;
    const kept = { input: shortened(input, left), output: shortened(output, left) };
    left -= Buffer.byteLength(JSON.stringify(kept));
    actions.push({ action_id, type, ...kept, timestamp: turn.timestamp, after_messages: messages.length });
  }
  const kept = messages.slice(0, fitting(messages));
  const leftOut = messages.length - kept.length;
  return {
    messages: kept,
    ...(leftOut > 0 && { messages_left_out: leftOut }),
    ...(actions.length > 0 && { actions_taken: actions }),
  };
}

function fitting(messages: readonly Message[]): number {
  let bytes = 0;
  const tooMuch = messages.findIndex((message) => {
    bytes += Buffer.byteLength(JSON.stringify(message));
    return bytes > MAX_MESSAGES_BYTES;
  });
  return tooMuch < 0 ? messages.length : tooMuch;
}

/** The fields, or the part of their JSON that fits. The event of the action contains them completely. */
function shortened(fields: Record<string, unknown>, left: number): Record<string, unknown> {
  const json = JSON.stringify(fields);
  const bytes = Math.max(0, Math.min(left, MAX_FIELD_BYTES));
  if (Buffer.byteLength(json) <= bytes) return fields;
  return { shortened: json.slice(0, Math.floor(bytes / BYTES_OF_CHARACTER)) };
}
