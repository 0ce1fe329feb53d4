import type { Schema } from '../../api/client.ts';
import { secondsBetween } from '../../format/duration.ts';
import { shortOutcome } from '../../format/outcome.ts';

type EndedCall = Pick<Schema<'Call'>, 'end_time'> & Parameters<typeof shortOutcome>[0];

/** How a call went, in words, and after which time. */
export function outcomeOf(call: EndedCall): string {
  const { text } = shortOutcome(call);
  const seconds = secondsBetween(call.start_time, call.end_time);
  return seconds === undefined || call.stage_outcome === 'human_unanswered'
    ? text
    : `${text} after ${timeSaid(seconds)}`;
}

/** A time as a person tells it: `42 s`, `1 min 35 s`, `1 h 5 min`. */
function timeSaid(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min${whole % 60 > 0 ? ` ${whole % 60} s` : ''}`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
