import type { Schema } from '../../api/client.ts';
import type { ShownTurn } from './transcript.ts';

/** What an entry tells of: a state of the call, something said or done in it, or a delivery of one of its events. */
type EntryKind = 'state' | 'turn' | 'barge-in' | 'keys' | 'action' | 'delivery';

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
  /** The number of its message in the transcript, from 1: what the quotations of an analysis name. */
  readonly message?: number | undefined;
  /** The delivery that it tells of. */
  readonly delivery?: Schema<'ListedDelivery'>;
}

/** What the timeline can be narrowed to. */
export const VIEWS = {
  conversation: ['turn', 'barge-in', 'keys', 'action'],
  actions: ['action', 'keys'],
  deliveries: ['delivery'],
} as const satisfies Readonly<Record<string, readonly EntryKind[]>>;

/** The entries of a view; all of them without one, or with one that there is not. */
export function entriesOf(
  entries: readonly TimelineEntry[],
  view: string | undefined,
): readonly TimelineEntry[] {
  const kinds: readonly EntryKind[] | undefined = Object.entries(VIEWS).find(([name]) => name === view)?.[1];
  return kinds ? entries.filter(({ kind }) => kinds.includes(kind)) : entries;
}

/** States of the call, its turns and the deliveries of its events in one line of time. */
export function timelineOf(
  call: Schema<'Call'>,
  turns: readonly ShownTurn[],
  deliveries: readonly Schema<'ListedDelivery'>[],
): readonly TimelineEntry[] {
  const entries = [
    ...beginningOf(call),
    ...turnEntries(call, turns),
    ...transfersOf(call),
    ...endOf(call),
    ...deliveries.map(deliveryEntry),
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
    { at: call.created_at, title: 'Created', detail: call.direction },
    { at: call.scheduled_at, title: 'Scheduled to be dialed' },
    { at: call.start_time, title: call.direction === 'inbound' ? 'Answered by the agent' : 'Answered' },
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

function endOf(call: Schema<'Call'>): readonly TimelineEntry[] {
  const { analysis } = call;
  return statesOf([
    {
      at: call.end_time,
      title: call.status === 'error' ? 'Failed' : 'Ended',
      detail: call.error_message ?? call.stage_outcome?.replaceAll('_', ' '),
      bad: call.status === 'error',
    },
    {
      at: analysis?.at,
      title: analysis?.status === 'failed' ? 'The analysis failed' : 'Analyzed',
      bad: analysis?.status === 'failed',
    },
  ]);
}

/** Keys that the caller pressed: the API tells them as words of the caller. */
const KEYS = /^\[keys [^\]]*\]$/;

function turnEntries(call: Schema<'Call'>, turns: readonly ShownTurn[]): readonly TimelineEntry[] {
  let messages = 0;
  return turns.flatMap((turn, at) => {
    const isMessage = turn.speaker !== 'action';
    if (isMessage) messages += 1;
    const entry: TimelineEntry = {
      key: `turn ${turn.key}`,
      at: turn.at,
      kind: kindOf(turn),
      title: titleOf(turn),
      bad: turn.failed === true,
      turn,
      message: isMessage ? messages : undefined,
    };
    return turn.interrupted ? [entry, bargeIn(call, turns, at)] : [entry];
  });
}

function kindOf({ speaker, text, pressesKeys }: ShownTurn): EntryKind {
  if (pressesKeys || (speaker === 'human' && KEYS.test(text))) return 'keys';
  return speaker === 'action' ? 'action' : 'turn';
}

/** Who speaks in a turn, or that something was done. */
export function titleOf(turn: ShownTurn): string {
  if (turn.speaker === 'action') return turn.pressesKeys ? 'Agent pressed keys' : 'Action';
  if (turn.speaker === 'agent') return 'Agent';
  return kindOf(turn) === 'keys' ? 'Caller pressed keys' : 'Caller';
}

/** The caller spoke over a turn of the agent, which the next words of the caller show; or hung up during it. */
function bargeIn(call: Schema<'Call'>, turns: readonly ShownTurn[], at: number): TimelineEntry {
  const next = turns.slice(at + 1).find(({ speaker }) => speaker === 'human');
  const { key, at: began } = turns[at] ?? {};
  return {
    key: `barge-in ${key}`,
    at: next ? (next.at ?? began) : (call.end_time ?? began),
    kind: 'barge-in',
    title: next ? 'Barge-in' : 'Cut off',
    detail: next ? 'The caller spoke over the agent.' : 'The call ended before the agent’s last word.',
  };
}

function deliveryEntry(delivery: Schema<'ListedDelivery'>): TimelineEntry {
  const { id, timestamp, type, status, attempt_count: attempts } = delivery;
  return {
    key: id,
    at: timestamp,
    kind: 'delivery',
    title: type,
    detail: `${status}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    bad: status === 'failed',
    delivery,
  };
}
