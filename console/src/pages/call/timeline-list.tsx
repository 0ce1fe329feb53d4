import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { duration, secondsBetween } from '../../format/duration.ts';
import { count } from '../../format/numbers.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { Loading } from '../../parts/empty.tsx';
import { When } from '../../parts/when.tsx';
import type { TimelineEntry } from './timeline.ts';
import type { ShownTurn } from './transcript.ts';
import { Turn } from './turn.tsx';

/** A delivery is loaded when it is first opened. */
const DeliveryDetail = lazy(() =>
  import('../webhooks/delivery-detail.tsx').then((module) => ({ default: module.DeliveryDetail })),
);

/** Height of an entry before it is measured, in pixels. */
const ENTRY_PX = 56;

/** How an entry is shown. */
interface Shown {
  /** When the call was answered. */
  readonly start: string | undefined;
  /** Plays the recording from a turn on, if there is one. */
  readonly onSeek: ((turn: ShownTurn) => void) | undefined;
}

/** What happened, in order. Only the entries on the screen exist: two thousand turns scroll as ten do. */
export function Timeline({
  entries,
  current,
  start,
  onSeek,
}: Shown & {
  readonly entries: readonly TimelineEntry[];
  /** The key of the entry that is heard or was asked for: the list scrolls to it. */
  readonly current: string | undefined;
}) {
  const box = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ENTRY_PX,
    overscan: 6,
    getItemKey: (at) => entries[at]?.key ?? at,
  });
  const longestMs = useMemo(() => Math.max(0, ...entries.map(lengthMs)), [entries]);
  const at = current === undefined ? -1 : entries.findIndex(({ key }) => key === current);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  const toggle = (key: string, isOpen: boolean) =>
    setOpened((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)));

  return (
    <section
      className="timeline"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
      tabIndex={0}
      aria-label={`Timeline, ${count(entries.length)} entries`}
    >
      <ol className="virtual" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start: top }) => {
          const entry = entries[index];
          return (
            entry && (
              <li
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                aria-setsize={entries.length}
                aria-posinset={index + 1}
                aria-current={entry.key === current ? 'true' : undefined}
                className="entry"
                data-kind={entry.kind}
                data-speaker={entry.turn?.speaker}
                data-bad={entry.bad || undefined}
                style={{ transform: `translateY(${top}px)` }}
              >
                <Moment at={entry.at} start={start} />
                <div className="what">
                  {entry.turn ? (
                    <Turn
                      title={entry.title}
                      turn={entry.turn}
                      longestMs={longestMs}
                      onSeek={seekTo(entry.turn, onSeek)}
                    />
                  ) : (
                    <Plain
                      entry={entry}
                      open={opened.has(entry.key)}
                      onToggle={(isOpen) => toggle(entry.key, isOpen)}
                    />
                  )}
                </div>
              </li>
            )
          );
        })}
      </ol>
    </section>
  );
}

const lengthMs = ({ turn }: TimelineEntry) => (turn?.segments ?? []).reduce((sum, { ms }) => sum + ms, 0);

const seekTo = (turn: ShownTurn, onSeek: Shown['onSeek']) =>
  turn.at && onSeek ? () => onSeek(turn) : undefined;

/** The time of an entry, and how far into the conversation that is. */
function Moment({ at, start }: { readonly at: string | undefined; readonly start: string | undefined }) {
  const seconds = secondsBetween(start, at);
  return (
    <div className="moment">
      {at && <When at={at} timeOnly />}
      {seconds !== undefined && seconds >= 0 && (
        <span className="faint" title="since the call was answered">
          {duration(seconds)}
        </span>
      )}
    </div>
  );
}

function Plain({
  entry: { title, detail, delivery },
  open,
  onToggle,
}: {
  readonly entry: TimelineEntry;
  readonly open: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}) {
  if (!delivery) {
    return (
      <>
        <strong>{title}</strong> {detail && <bdi className="faint">{phoneNumber(detail)}</bdi>}
      </>
    );
  }
  return (
    <details open={open} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary>
        <span className="badge idle">webhook</span> <code>{title}</code>{' '}
        <span className="faint">{detail}</span>
      </summary>
      {open && (
        <Suspense fallback={<Loading what="the delivery" />}>
          <DeliveryDetail id={delivery.id} />
        </Suspense>
      )}
    </details>
  );
}
