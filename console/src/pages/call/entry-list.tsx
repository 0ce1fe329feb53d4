import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useRoving } from '../../focus.ts';
import { counted } from '../../format/numbers.ts';
import { Entry } from './entry.tsx';
import type { TimelineEntry } from './timeline.ts';
import type { ShownTurn } from './transcript.ts';

/** Height of an entry before it is measured, in pixels. */
const ENTRY_PX = 72;

/** Pixels from the end of the list within which a reader follows what is added. */
const NEAR_PX = 80;

/** A turn that is to be looked at: each request for it is another object. */
export interface HighlightedTurn {
  /** The key of the turn. */
  readonly turn: string;
  /** Whether the reader asked for it, elsewhere on the page: then the list comes into the window. */
  readonly isAsked?: boolean;
  /** Whether the recording goes to it. */
  readonly seeks?: boolean;
  /** Whether its figures are opened, too. */
  readonly opens?: boolean;
}

/** What happened, in order, as a virtualized list: only visible entries exist in the page. */
export function EntryList({
  which = '',
  entries,
  highlighted,
  start,
  isLive,
  onSeek,
}: {
  /** Tells it from another one on the page. */
  readonly which: string | undefined;
  readonly entries: readonly TimelineEntry[];
  /** The turn that is heard or was asked for: the list scrolls to it. */
  readonly highlighted: HighlightedTurn | undefined;
  /** When the call was answered. */
  readonly start: string | undefined;
  /** Whether the list begins at its end and follows what is added. */
  readonly isLive: boolean;
  /** Plays the recording from a turn on, if there is one. */
  readonly onSeek: ((turn: ShownTurn) => void) | undefined;
}) {
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(isLive);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ENTRY_PX,
    overscan: 6,
    getItemKey: (at) => entries[at]?.key ?? at,
  });
  const longestMs = useMemo(() => Math.max(0, ...entries.map(lengthMs)), [entries]);
  const at = highlighted ? entries.findIndex(({ turn }) => turn?.key === highlighted.turn) : -1;
  // Another request for the same turn scrolls to it again.
  useEffect(() => {
    if (at < 0) return;
    virtual.scrollToIndex(at, { align: 'auto' });
    if (highlighted?.isAsked) box.current?.scrollIntoView({ block: 'nearest' });
  }, [at, highlighted, virtual]);
  const last = entries.length - 1;
  useEffect(() => {
    if (isAtEnd.current && last >= 0) virtual.scrollToIndex(last, { align: 'end' });
  }, [last, virtual]);

  useRoving(box);
  return (
    <section
      className="conversation"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
      tabIndex={0}
      aria-label={`Conversation${which}, ${counted(entries.length, 'entry', 'entries')}`}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = isLive && scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      <ol style={{ height: virtual.getTotalSize() }}>
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
                aria-current={highlighted && entry.turn?.key === highlighted.turn ? 'true' : undefined}
                style={{ transform: `translateY(${top}px)` }}
              >
                <Entry
                  entry={entry}
                  start={start}
                  longestMs={longestMs}
                  onSeek={onSeek}
                  asked={highlighted?.opens && entry.turn?.key === highlighted.turn ? highlighted : undefined}
                />
              </li>
            )
          );
        })}
      </ol>
    </section>
  );
}

const lengthMs = ({ turn }: TimelineEntry) => (turn?.segments ?? []).reduce((sum, { ms }) => sum + ms, 0);
