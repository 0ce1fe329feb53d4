import type { ActionRun } from '../../conversations/actions/action-run.ts';
import { isSpoken, type Turn } from '../../conversations/session.ts';
import { withoutSources } from '../../conversations/turn-figures.ts';
import type { KeptTurn } from './kept-turn.ts';

/** Bytes of JSON of words and figures: hours of talk. A call is one item of at most 400 KB. */
const MAX_RECORD_BYTES = 200_000;

interface Room {
  /** Bytes of the call's words. @default it keeps none */
  readonly words?: number;
  /** Bytes that are left in the call's item. @default enough */
  readonly left?: number;
}

export interface KeptTurns {
  readonly turns: readonly KeptTurn[];
  /** The number of turns whose figures did not fit: the last ones. */
  readonly leftOut: number;
}

/** The figures of a conversation's turns, as far as they fit into their call. */
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
  const kept = tooMuch < 0 ? all : all.slice(0, tooMuch);
  return { turns: kept, leftOut: all.length - kept.length };
}

function keptOf(turn: Turn): KeptTurn | undefined {
  const { number, figures, timestamp, hipaa_compliant } = turn;
  const outcome = isSpoken(turn) ? {} : { took_ms: turn.took_ms, failed: turn.failed };
  const neverFinal = isSpoken(turn) && turn.never_final;
  const kind = isSpoken(turn) ? { sender: turn.sender } : kindOf(turn.action);
  const facts = {
    ...(figures && { figures: hipaa_compliant ? withoutSources(figures) : figures }),
    ...(outcome.took_ms !== undefined && { took_ms: outcome.took_ms }),
    ...(outcome.failed && { failed: true }),
    ...(neverFinal && { never_final: true }),
    ...(hipaa_compliant && { private: { ...kind, timestamp } }),
  };
  return Object.keys(facts).length > 0 ? { number, ...facts } : undefined;
}

const kindOf = ({ type: action, action_id }: ActionRun) => ({
  action,
  ...(action_id !== null && { action_id }),
});
