import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useRoving } from '../../focus.ts';
import { counted } from '../../format/numbers.ts';
import type { Entry } from './entries.ts';
import { EntryView } from './entry.tsx';
import type { ShownTurn } from './transcript.ts';

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

/** A conversation in a box of its own: a call, a rehearsal or a test. The browser lays out only what is on the screen. */
export function Conversation({
  which = '',
  entries,
  highlighted,
  start,
  isLive = false,
  tools,
}: {
  /** Tells it from another one on the page. */
  readonly which?: string | undefined;
  readonly entries: readonly Entry[];
  /** The turn that is heard, edited or was asked for: the list scrolls to it. */
  readonly highlighted?: HighlightedTurn | undefined;
  /** When it began: its times count from there. */
  readonly start?: string | undefined;
  /** Whether the list begins at its end and follows what is added. */
  readonly isLive?: boolean;
  /** Buttons of a turn. */
  readonly tools?: ((turn: ShownTurn) => ReactNode) | undefined;
}) {
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(isLive);
  const longestMs = Math.max(0, ...entries.map(lengthMs));
  const at = highlighted ? entries.findIndex(({ turn }) => turn?.key === highlighted.turn) : -1;
  // Another request for the same turn scrolls to it again.
  useEffect(() => {
    const row = at < 0 ? null : box.current?.querySelector('[aria-current]');
    if (!box.current || !row) return;
    const [shown, { top, bottom }] = [box.current.getBoundingClientRect(), row.getBoundingClientRect()];
    // The window stays where it is, unless the reader asked.
    if (top < shown.top || bottom > shown.bottom)
      box.current.scrollBy({ top: (top + bottom - shown.top - shown.bottom) / 2 });
    if (highlighted?.isAsked) box.current.scrollIntoView({ block: 'nearest' });
  }, [at, highlighted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is added scrolls.
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [entries]);
  useRoving(box);
  const end = useId();
  return (
    <>
      <a className="hidden" href={`#${end}`}>
        Skip the conversation{which}
      </a>
      <section
        className="conversation"
        ref={box}
        // What is added to a live one is announced.
        role={isLive ? 'log' : undefined}
        // The keyboard must be able to scroll it.
        tabIndex={0}
        aria-label={`Conversation${which}, ${counted(entries.length, 'entry', 'entries')}`}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = isLive && scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
      >
        <ol className="entries">
          {entries.map((entry, index) => (
            <li
              key={entry.key}
              id={entry.id}
              tabIndex={entry.id ? -1 : undefined}
              aria-current={index === at ? 'true' : undefined}
            >
              <EntryView
                {...{ entry, start, longestMs, tools }}
                asked={highlighted?.opens && index === at ? highlighted : undefined}
              />
            </li>
          ))}
        </ol>
      </section>
      <span id={end} className="hidden" tabIndex={-1} />
    </>
  );
}

const lengthMs = ({ turn }: Entry) => (turn?.segments ?? []).reduce((sum, { ms }) => sum + ms, 0);
