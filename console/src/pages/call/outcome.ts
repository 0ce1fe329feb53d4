import type { Schema } from '../../api/client.ts';
import { secondsBetween } from '../../format/duration.ts';

type EndedCall = Pick<
  Schema<'Call'>,
  | 'status'
  | 'start_time'
  | 'end_time'
  | 'scheduled_at'
  | 'telephony_id'
  | 'stage_outcome'
  | 'human_detection_result'
>;

const OUTCOMES: Readonly<Record<Schema<'StageOutcome'>, string>> = {
  human_unanswered: 'Nobody answered',
  call_did_not_connect: 'The call did not connect',
  human_disconnected: 'The contact hung up',
  bot_disconnected: 'The agent hung up',
  transfer_unanswered: 'Nobody took the transferred call',
  transfer_disconnected: 'The transferred call was hung up',
};

/** How a call went, in words. */
export function outcomeOf(call: EndedCall): string {
  const { status, stage_outcome: outcome, start_time: start, end_time: end } = call;
  if (status === 'not_started') return call.scheduled_at && !call.telephony_id ? 'Scheduled' : 'Being dialed';
  if (status === 'in_progress') return 'The call is live';
  const said = outcome ? OUTCOMES[outcome] : status === 'error' ? 'The call failed' : 'The call is over';
  if (outcome === 'human_unanswered' && call.human_detection_result === 'no_human')
    return 'A machine answered';
  const seconds = secondsBetween(start, end);
  return seconds === undefined || outcome === 'human_unanswered'
    ? said
    : `${said} after ${timeSaid(seconds)}`;
}

/** A time as a person tells it: `42 s`, `2 min`, `1 h 5 min`. */
export function timeSaid(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
