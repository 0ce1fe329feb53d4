import type { ActionRun, ActionTaken } from '../../actions/model/action.ts';
import { isSpoken, type Turn } from '../../conversation/model/session.ts';
import type { Message } from '../../conversation/model/transcript-message.ts';
import type { KeptTurn } from '../../conversation/model/turn-figures.ts';
import { withoutSources } from '../../conversation/model/turn-figures.ts';

export interface CallRecord {
  readonly messages: Message[];
  readonly messages_left_out?: number;
  readonly actions_taken?: ActionTaken[];
}

/** Bytes of JSON of action inputs and outputs in a call. A call is one item of at most 400 KB; its agent takes half. */
const MAX_ACTIONS_BYTES = 40_000;
const MAX_FIELD_BYTES = 4_000;
/** Maximum UTF-8 bytes of one UTF-16 code unit. */
const BYTES_OF_CHARACTER = 3;

/** Bytes of JSON of messages in a call: more than an hour of talk. An event of at most 256 KB contains them twice. */
const MAX_MESSAGES_BYTES = 100_000;

export function recordOf(turns: readonly Turn[]): CallRecord {
  const messages: Message[] = [];
  const actions: ActionTaken[] = [];
  let bytesLeft = MAX_ACTIONS_BYTES;
  for (const turn of turns) {
    if (isSpoken(turn)) {
      const { sender, text, timestamp } = turn;
      messages.push({ sender, text, timestamp });
      continue;
    }
    const { action_id, type, input, output } = turn.action;
    const fields = { input: shortened(input, bytesLeft), output: shortened(output, bytesLeft) };
    bytesLeft -= Buffer.byteLength(JSON.stringify(fields));
    actions.push({ action_id, type, ...fields, timestamp: turn.timestamp, after_messages: messages.length });
  }
  const firstMessages = messages.slice(0, fittingCount(messages));
  const leftOut = messages.length - firstMessages.length;
  return {
    messages: firstMessages,
    ...(leftOut > 0 && { messages_left_out: leftOut }),
    ...(actions.length > 0 && { actions_taken: actions }),
  };
}

function fittingCount(messages: readonly Message[]): number {
  let bytes = 0;
  const tooMuch = messages.findIndex((message) => {
    bytes += Buffer.byteLength(JSON.stringify(message));
    return bytes > MAX_MESSAGES_BYTES;
  });
  return tooMuch < 0 ? messages.length : tooMuch;
}

/** The fields, or the part of their JSON that fits. The event of the action contains them in full. */
function shortened(fields: Record<string, unknown>, left: number): Record<string, unknown> {
  const json = JSON.stringify(fields);
  const bytes = Math.max(0, Math.min(left, MAX_FIELD_BYTES));
  if (Buffer.byteLength(json) <= bytes) return fields;
  return { shortened: json.slice(0, Math.floor(bytes / BYTES_OF_CHARACTER)) };
}

/** Bytes of JSON of words and figures: hours of talk. A call is one item of at most 400 KB. */
const MAX_RECORD_BYTES = 200_000;

interface Room {
  readonly words?: number;
  readonly left?: number;
}

interface KeptTurns {
  readonly turns: readonly KeptTurn[];
  readonly leftOut: number;
}

export function keptTurns(
  turns: readonly Turn[],
  { words = 0, left = MAX_RECORD_BYTES }: Room = {},
): KeptTurns {
  const all = turns.flatMap((turn) => keptOf(turn) ?? []);
  let bytes = Math.min(left, MAX_RECORD_BYTES - words);
  const tooMuch = all.findIndex((one) => {
    bytes -= Buffer.byteLength(JSON.stringify(one)) + 1;
    return bytes < 0;
  });
  const firstTurns = tooMuch < 0 ? all : all.slice(0, tooMuch);
  return { turns: firstTurns, leftOut: all.length - firstTurns.length };
}

function keptOf(turn: Turn): KeptTurn | undefined {
  const { number, figures, timestamp, hipaa_compliant, step, exit, agent_id } = turn;
  const outcome = isSpoken(turn) ? {} : { took_ms: turn.took_ms, failed: turn.failed };
  const neverFinal = isSpoken(turn) && turn.never_final;
  const kind = isSpoken(turn) ? { sender: turn.sender } : kindOf(turn.action);
  const facts = {
    ...(figures && { figures: hipaa_compliant ? withoutSources(figures) : figures }),
    ...(outcome.took_ms !== undefined && { took_ms: outcome.took_ms }),
    ...(outcome.failed && { failed: true }),
    ...(neverFinal && { never_final: true }),
    ...(step !== undefined && { step }),
    ...(exit && { exit }),
    ...(agent_id !== undefined && { agent_id }),
    ...(hipaa_compliant && { private: { ...kind, timestamp } }),
  };
  return Object.keys(facts).length > 0 ? { number, ...facts } : undefined;
}

const kindOf = ({ type: action, action_id }: ActionRun) => ({
  action,
  ...(action_id !== null && { action_id }),
});
