import { ChevronDown, Flag, Hash, type LucideIcon, MessageSquareWarning, Play, Zap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { timeOfDay } from '../../format/date-time.ts';
import { duration, FEELINGS, feelingOf, milliseconds, secondsBetween } from '../../format/duration.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { IconButton } from '../../parts/controls.tsx';
import { Untrusted } from '../../parts/values.tsx';
import type { EntryKind, TimelineEntry } from './timeline.ts';
import type { ShownTurn } from './transcript.ts';
import { TurnDetails } from './turn.tsx';

interface Shown {
  readonly entry: TimelineEntry;
  /** When the call was answered. */
  readonly start: string | undefined;
  /** Milliseconds of the longest answer: all waterfalls have its scale. */
  readonly longestMs: number;
  /** Plays the recording from a turn on, if there is one. */
  readonly onSeek: ((turn: ShownTurn) => void) | undefined;
  /** Opens the figures: each request is another object. */
  readonly asked?: object | undefined;
}

function useOpen(asked: object | undefined) {
  const [isOpen, setOpen] = useState(asked !== undefined);
  useEffect(() => {
    if (asked) setOpen(true);
  }, [asked]);
  return [isOpen, setOpen] as const;
}

/** Something that happened in a call: words as a bubble, anything else as a slim line between the bubbles. */
export function Entry(shown: Shown) {
  const { entry } = shown;
  return entry.kind === 'turn' && entry.turn ? <Bubble {...shown} turn={entry.turn} /> : <Slim {...shown} />;
}

function Bubble({ entry, turn, start, longestMs, onSeek, asked }: Shown & { readonly turn: ShownTurn }) {
  const [isOpen, setOpen] = useOpen(asked);
  const { silenceMs } = turn;
  const feeling = silenceMs === undefined ? undefined : feelingOf(silenceMs);
  return (
    <article className="bubble" data-speaker={turn.speaker} aria-label={entry.title}>
      <div className="bubble-head row">
        <strong>{entry.title}</strong>
        <Moment at={entry.at} start={start} />
        {silenceMs !== undefined && feeling && (
          <span
            className={feeling === 'good' ? 'faint' : `badge ${feeling}`}
            title={`Response time: ${FEELINGS[feeling]}`}
          >
            {milliseconds(silenceMs)}
          </span>
        )}
        {turn.interrupted && <span className="badge busy">interrupted</span>}
        {turn.at && onSeek && (
          <IconButton icon={Play} size={14} label="Play from this turn" onClick={() => onSeek(turn)} />
        )}
        <More turn={turn} isOpen={isOpen} onChange={setOpen} />
      </div>
      <Untrusted text={turn.text} />
      {isOpen && <TurnDetails turn={turn} longestMs={longestMs} />}
    </article>
  );
}

const ICONS: Readonly<Record<Exclude<EntryKind, 'turn'>, LucideIcon>> = {
  state: Flag,
  action: Zap,
  keys: Hash,
  'barge-in': MessageSquareWarning,
};

function Slim({ entry: { at, kind, title, detail, bad, turn }, start, longestMs, asked }: Shown) {
  const [isOpen, setOpen] = useOpen(asked);
  const Icon = ICONS[kind === 'turn' ? 'action' : kind];
  return (
    <div className="slim" data-bad={bad || undefined}>
      <div className="slim-line row">
        <Icon size={14} aria-hidden="true" />
        <span>{title}</span>
        {detail && <Untrusted text={phoneNumber(detail)} shown={200} />}
        <Moment at={at} start={start} />
        {turn && <More turn={turn} isOpen={isOpen} onChange={setOpen} />}
      </div>
      {turn && isOpen && <TurnDetails turn={turn} longestMs={longestMs} />}
    </div>
  );
}

/** How far into the conversation something happened, or when if that was before it; the hover tells the time. */
function Moment({ at, start }: { readonly at: string | undefined; readonly start: string | undefined }) {
  if (!at) return null;
  const seconds = secondsBetween(start, at);
  return (
    <time className="number faint" dateTime={at} title={timeOfDay(at)}>
      {seconds !== undefined && seconds >= 0 ? duration(seconds) : timeOfDay(at)}
    </time>
  );
}

/** Shows the figures and the JSON of a turn, where the record has them. */
function More({
  turn,
  isOpen,
  onChange,
}: {
  readonly turn: ShownTurn;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}) {
  if (turn.raw === undefined) return null;
  return (
    <IconButton
      icon={ChevronDown}
      size={14}
      label="Details of this turn"
      aria-expanded={isOpen}
      onClick={() => onChange(!isOpen)}
    />
  );
}
