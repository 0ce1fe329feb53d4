import { isSpoken, type Turn } from '../../conversations/session.ts';
import { isReturning } from '../opening.ts';
import type { CallWithSnapshot } from '../snapshot.ts';

/**
 * The turns of a callee who returns from a failed transfer. The transfer's action has the reason as its output, for the
 * model to read.
 */
export function withTransferOutcome(call: CallWithSnapshot, turns: readonly Turn[]): readonly Turn[] {
  const { transfer, transfer_attempts = [] } = call;
  if (!transfer || !isReturning(call)) return turns;
  const tried = transfer_attempts.slice(transfer.first_attempt);
  const failure_reason = tried.at(-1)?.failure_reason;
  const place = turns.findLastIndex(
    (turn) => !isSpoken(turn) && turn.action.action_id === transfer.action_id,
  );
  return turns.map((turn, index) => {
    if (index !== place || isSpoken(turn) || failure_reason === undefined) return turn;
    const output = { ...turn.action.output, failure_reason, numbers_tried: tried.length };
    return { ...turn, action: { ...turn.action, output } };
  });
}
