import { ChevronDown, Flag, Hash, type LucideIcon, MessageSquareWarning, Zap } from 'lucide-react';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { timeOfDay } from '../../format/date-time.ts';
import { duration, FEELINGS, feelingOf, milliseconds, secondsBetween } from '../../format/duration.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { IconButton } from '../../parts/controls.tsx';
import { Untrusted } from '../../parts/values.tsx';
import { Bubble } from './bubble.tsx';
import type { Entry } from './entries.ts';
import type { ShownTurn } from './transcript.ts';
import { TurnDetails } from './turn.tsx';

/** Characters of what was done that stand in its line. */
const SHORT = 300;

const ICONS: Readonly<Record<Exclude<Entry['kind'], 'turn'>, LucideIcon>> = {
  state: Flag,
  action: Zap,
  keys: Hash,
  'barge-in': MessageSquareWarning,
};

/**
 * Something that happened in a conversation: words as a bubble, anything else as a slim line between the bubbles. A list
 * draws only those again that changed.
 */
export const EntryView = memo(function EntryView({
  entry: { at, kind, title, detail, bad, turn, note, below },
  start,
  longestMs = 0,
  tools,
  asked,
}: {
  readonly entry: Entry;
  /** When the conversation began. */
  readonly start?: string | undefined;
  /** Milliseconds of the longest answer: all waterfalls have its scale. */
  readonly longestMs?: number;
  /** Buttons of a turn. */
  readonly tools?: ((turn: ShownTurn) => ReactNode) | undefined;
  /** Opens the figures: each request is another object. */
  readonly asked?: object | undefined;
}) {
  const [isOpen, setOpen] = useState(asked !== undefined);
  useEffect(() => {
    if (asked) setOpen(true);
  }, [asked]);
  const Icon = kind === 'turn' ? undefined : ICONS[kind];
  const head = (
    <>
      {note && <span className="faint">{note}</span>}
      <Moment at={at} start={start} />
      {turn && <Marks turn={turn} />}
      {turn && tools?.(turn)}
      {turn?.raw !== undefined && (
        <IconButton
          icon={ChevronDown}
          size={14}
          label="Details of this turn"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    </>
  );
  const details = isOpen && turn && <TurnDetails turn={turn} longestMs={longestMs} />;
  if (turn && !Icon)
    return (
      <>
        <Bubble speaker={turn.speaker} title={title} head={head}>
          <Untrusted text={turn.text} />
          {turn.heard !== undefined && (
            <p className="help">
              Heard until the interruption: <Untrusted text={turn.heard} />
            </p>
          )}
          {details}
        </Bubble>
        {below}
      </>
    );
  return (
    <div className="slim" data-bad={bad || undefined}>
      <div className="slim-line row">
        {Icon && <Icon size={14} aria-hidden="true" />}
        <span>{title}</span>
        {detail && <Untrusted text={phoneNumber(detail)} shown={SHORT} />}
        {head}
      </div>
      {details}
      {below}
    </div>
  );
});

/** The silence before an answer, in the colour of how it feels, and whether it was interrupted. */
function Marks({ turn: { silenceMs, interrupted } }: { readonly turn: ShownTurn }) {
  const feeling = silenceMs === undefined ? undefined : feelingOf(silenceMs);
  return (
    <>
      {silenceMs !== undefined && feeling && (
        <span
          className={feeling === 'good' ? 'faint' : `badge ${feeling}`}
          title={`Response time: ${FEELINGS[feeling]}`}
        >
          <span className="hidden">Response time: </span>
          {milliseconds(silenceMs)}
        </span>
      )}
      {interrupted && <span className="badge busy">interrupted</span>}
    </>
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
