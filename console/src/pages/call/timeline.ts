import type { Schema } from '../../api/client.ts';
import { answererWords } from '../../format/outcome.ts';
import type { SpokenLine } from '../../parts/speech/use-speech.ts';
import { outcomeOf } from './outcome.ts';
import type { ShownTurn } from './transcript.ts';

/** What an entry tells of: a state of the call, or something said or done in it. */
export type EntryKind = 'state' | 'turn' | 'barge-in' | 'keys' | 'action';

/** Something that happened in a call. */
export interface TimelineEntry {
  readonly key: string;
  /** When it happened: ISO 8601. A turn that is known from the transcript only has no time. */
  readonly at?: string | undefined;
  readonly kind: EntryKind;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly bad?: boolean;
  /** The turn that it tells of. */
  readonly turn?: ShownTurn;
}

/** States of the call and its turns in one line of time. */
export function timelineOf(call: Schema<'Call'>, turns: readonly ShownTurn[]): readonly TimelineEntry[] {
  const entries = [
    ...beginningOf(call),
    ...turnEntries(call, turns),
    ...failoversOf(call),
    ...transfersOf(call),
    ...endOf(call),
  ];
  // Turns without a time are between the answering of the call and what came after it.
  const time = ({ at }: TimelineEntry) => Date.parse(at ?? call.start_time ?? call.created_at);
  return entries.sort((a, b) => time(a) - time(b));
}

type State = Pick<TimelineEntry, 'at' | 'title' | 'detail' | 'bad'>;

function statesOf(states: readonly State[]): readonly TimelineEntry[] {
  return states.flatMap((state) =>
    state.at === undefined ? [] : [{ key: `${state.title} ${state.at}`, kind: 'state', ...state }],
  );
}

function beginningOf(call: Schema<'Call'>): readonly TimelineEntry[] {
  return statesOf([
    { at: call.start_time, title: call.direction === 'inbound' ? 'Answered by the agent' : 'Answered' },
    ...(call.answered_by_steps ?? []).map(({ answered_by, at, from }) => ({
      at,
      title: `Taken for: ${answererWords(answered_by)}`,
      detail: `by ${from}`,
    })),
  ]);
}

function transfersOf(call: Schema<'Call'>): readonly TimelineEntry[] {
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
function failoversOf({ voice_failover, transcription_failover }: Schema<'Call'>): readonly TimelineEntry[] {
  const entry = (title: string, failover: typeof voice_failover) =>
    statesOf([{ at: failover?.at, title, detail: failover && `${failover.provider} took over`, bad: true }]);
  return [
    ...entry('Voice provider failed', voice_failover),
    ...entry('Speech recognition failed', transcription_failover),
  ];
}

function endOf(call: Schema<'Call'>): readonly TimelineEntry[] {
  return statesOf([
    {
      at: call.end_time,
      title: outcomeOf(call),
      detail: call.error_message,
      bad: call.status === 'error',
    },
  ]);
}

/** Keys that the contact pressed: the API tells them as words of the contact. */
const KEYS = /^\[keys ([^\]]*)\]$/;

function turnEntries(call: Schema<'Call'>, turns: readonly ShownTurn[]): readonly TimelineEntry[] {
  return turns.flatMap((turn, at) => {
    const entry: TimelineEntry = {
      key: `turn ${turn.key}`,
      at: turn.at,
      kind: kindOf(turn),
      title: titleOf(turn),
      detail: detailOf(turn),
      bad: turn.failed === true,
      turn,
    };
    return turn.interrupted ? [entry, bargeIn(call, turns, at)] : [entry];
  });
}

/** What was done, in a few words. */
function detailOf({ speaker, text, pressesKeys, input }: ShownTurn): string | undefined {
  if (pressesKeys)
    return input && typeof input === 'object' && 'digits' in input ? String(input.digits) : undefined;
  return speaker === 'action' ? text.replace(/: done$/, '') : KEYS.exec(text)?.[1];
}

function kindOf({ speaker, text, pressesKeys }: ShownTurn): EntryKind {
  if (pressesKeys || (speaker === 'human' && KEYS.test(text))) return 'keys';
  return speaker === 'action' ? 'action' : 'turn';
}

/** Who speaks in a turn, or that something was done. */
function titleOf(turn: ShownTurn): string {
  if (turn.speaker === 'action') return turn.pressesKeys ? 'Agent pressed keys' : 'Action';
  if (turn.speaker === 'agent') return 'Agent';
  return kindOf(turn) === 'keys' ? 'Contact pressed keys' : 'Contact';
}

/** The contact spoke over a turn of the agent, which the next words of the contact show; or hung up during it. */
function bargeIn(call: Schema<'Call'>, turns: readonly ShownTurn[], at: number): TimelineEntry {
  const next = turns.slice(at + 1).find(({ speaker }) => speaker === 'human');
  const { key, at: began } = turns[at] ?? {};
  return {
    key: `barge-in ${key}`,
    at: next ? (next.at ?? began) : (call.end_time ?? began),
    kind: 'barge-in',
    title: next ? 'Barge-in' : 'Cut off',
    detail: next ? 'The contact spoke over the agent.' : 'The call ended before the agent’s last word.',
  };
}

/** The words of a call that can be spoken. */
export function spokenLines(turns: readonly ShownTurn[]): readonly SpokenLine[] {
  return turns.flatMap((turn) =>
    kindOf(turn) === 'turn'
      ? [{ key: turn.key, by: turn.speaker === 'agent' ? 'agent' : 'contact', text: turn.text } as const]
      : [],
  );
}
