import type { Schema } from '../../api/client.ts';
import { answererWords } from '../../format/outcome.ts';
import { type Entry, turnEntries } from '../conversation/entries.ts';
import type { ShownTurn } from '../conversation/transcript.ts';
import { outcomeOf } from './outcome.ts';

/** States of the call and its turns in one line of time. */
export function timelineOf(call: Schema<'Call'>, turns: readonly ShownTurn[]): readonly Entry[] {
  const entries = [
    ...beginningOf(call),
    ...turnEntries(turns, call.end_time),
    ...failoversOf(call),
    ...transfersOf(call),
    ...endOf(call),
  ];
  // Turns without a time are between the answering of the call and what came after it.
  const time = ({ at }: Entry) => Date.parse(at ?? call.start_time ?? call.created_at);
  return entries.sort((a, b) => time(a) - time(b));
}

type State = Pick<Entry, 'at' | 'title' | 'detail' | 'bad'>;

function statesOf(states: readonly State[]): readonly Entry[] {
  return states.flatMap((state) =>
    state.at === undefined ? [] : [{ key: `${state.title} ${state.at}`, kind: 'state', ...state }],
  );
}

function beginningOf(call: Schema<'Call'>): readonly Entry[] {
  return statesOf([
    { at: call.start_time, title: call.direction === 'inbound' ? 'Answered by the agent' : 'Answered' },
    ...(call.answered_by_steps ?? []).map(({ answered_by, at, from }) => ({
      at,
      title: `Taken for: ${answererWords(answered_by)}`,
      detail: `by ${from}`,
    })),
  ]);
}

function transfersOf(call: Schema<'Call'>): readonly Entry[] {
  return (call.transfer_attempts ?? []).flatMap((attempt) =>
    statesOf([
      { at: attempt.started_at, title: 'Transfer dialed', detail: attempt.phone_number },
      { at: attempt.connected_at, title: 'Transfer connected', detail: attempt.phone_number },
      {
        at: attempt.failed_at,
        title: 'Transfer failed',
        detail: attempt.failure_reason?.replaceAll('_', ' '),
        bad: true,
      },
    ]),
  );
}

/** A provider of speech failed, and another one took over. */
function failoversOf({ voice_failover, transcription_failover }: Schema<'Call'>): readonly Entry[] {
  const entry = (title: string, failover: typeof voice_failover) =>
    statesOf([{ at: failover?.at, title, detail: failover && `${failover.provider} took over`, bad: true }]);
  return [
    ...entry('Voice provider failed', voice_failover),
    ...entry('Speech recognition failed', transcription_failover),
  ];
}

function endOf(call: Schema<'Call'>): readonly Entry[] {
  return statesOf([
    {
      at: call.end_time,
      title: outcomeOf(call),
      detail: call.error_message,
      bad: call.status === 'error',
    },
  ]);
}
