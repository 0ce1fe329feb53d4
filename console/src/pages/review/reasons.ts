import type { ListedCall } from '../../api/lists.ts';
import { feelingOf, milliseconds, secondsBetween } from '../../format/duration.ts';
import { labelOf } from '../../format/label.ts';
import { counted } from '../../format/numbers.ts';

/** Why a call is looked at. */
export const REASONS = {
  discarded: 'Discarded answers',
  failed: 'Failed tools',
  slow: 'Slow answers',
  stop: 'Asked for no more calls',
  hang_up: 'Early hang-up',
} as const;

type Reason = keyof typeof REASONS;

/** A contact who hangs up before this time, in seconds, has heard little more than the greeting. */
const EARLY_S = 15;

/** Why a call that is over is to be looked at, with what there is to see. */
export function reasonsOf(call: ListedCall): readonly (readonly [Reason, string])[] {
  const { discarded, failed_actions: failed, latency, stage_outcome: outcome } = call;
  const seconds = secondsBetween(call.start_time, call.end_time);
  const isEarly = outcome === 'human_disconnected' && seconds !== undefined && seconds < EARLY_S;
  const slowest = latency?.silence_p95_ms ?? 0;
  const found: readonly (readonly [Reason, string | false | undefined])[] = [
    ['discarded', discarded && `Discarded: ${discarded.map(labelOf).join(', ')}`],
    ['failed', failed !== undefined && `${counted(failed, 'tool')} failed`],
    ['slow', feelingOf(slowest) === 'bad' && `Answer after ${milliseconds(slowest)}`],
    ['stop', call.do_not_call_result === true && REASONS.stop],
    ['hang_up', isEarly && `Hung up after ${Math.round(seconds)} s`],
  ];
  return found.flatMap(([reason, text]) => (text ? [[reason, text] as const] : []));
}
