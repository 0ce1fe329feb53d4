import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { agentsList } from '../../api/lists.ts';
import { duration, secondsBetween } from '../../format/duration.ts';
import { Phone } from '../../parts/phone.tsx';
import { StatusBadge, words } from '../../parts/status-badge.tsx';
import { When } from '../../parts/when.tsx';
import { EndCall } from './end-call.tsx';
import { isOpen } from './use-calls.ts';

type ListedCall = Schema<'ListedCall'>;

const COLUMNS = ['Created', 'From', 'To', 'Status', 'Outcome', 'Duration', 'Agent', 'Actions'] as const;

/** Height of a row before it is measured, in pixels. */
const ROW_PX = 49;

/** Calls in a table of which only the rows on the screen exist: ten thousand scroll as ten do. */
export function CallTable({
  rows,
  onVisible,
  onEnd,
}: {
  readonly rows: readonly ListedCall[];
  readonly onVisible: (ids: readonly string[]) => void;
  /** Reads more rows, if there are any. */
  readonly onEnd: (() => void) | undefined;
}) {
  const body = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(body.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: offset,
    getItemKey: (at) => rows[at]?.id ?? at,
  });
  const items = virtual.getVirtualItems();
  const names = useAgentNames();

  const last = items.at(-1)?.index ?? 0;
  const first = items[0]?.index ?? 0;
  useEffect(() => {
    if (onEnd && last >= rows.length - 20) onEnd();
  }, [last, rows.length, onEnd]);
  useEffect(() => onVisible(rows.slice(first, last + 1).map(({ id }) => id)), [first, last, rows, onVisible]);

  return (
    // biome-ignore-start lint/a11y/useSemanticElements: rows of a table element cannot be placed one by one.
    // biome-ignore-start lint/a11y/useFocusableInteractive: the links and buttons in the cells take the focus.
    <div className="calls" role="table" aria-label="Calls" aria-rowcount={rows.length + 1}>
      <div role="rowgroup">
        <div className="calls-row head" role="row" aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <div key={name} role="columnheader">
              {name}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className="virtual" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const call = rows[index];
          return (
            call && (
              <div
                key={key}
                className="calls-row"
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                ref={virtual.measureElement}
                style={{ transform: `translateY(${start - offset}px)` }}
              >
                <Cells call={call} agent={names.get(call.agent)} />
              </div>
            )
          );
        })}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: see above.
    // biome-ignore-end lint/a11y/useSemanticElements: see above.
  );
}

function useAgentNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(agentsList);
  return new Map((data ?? []).flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

const Cells = memo(function Cells({
  call,
  agent,
}: {
  readonly call: ListedCall;
  readonly agent: string | undefined;
}) {
  const seconds = secondsBetween(call.start_time, call.end_time);
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see above.
    <>
      <div role="cell">
        <Link to="/calls/$id" params={{ id: call.id }}>
          <When at={call.created_at} />
        </Link>
      </div>
      <div role="cell" data-name="From">
        <Phone number={call.from_number} />
      </div>
      <div role="cell" data-name="To">
        <Phone number={call.to_number} />
      </div>
      <div role="cell" data-name="Status">
        <StatusBadge status={call.status} />
      </div>
      <div role="cell" data-name="Outcome">
        {call.stage_outcome ? words(call.stage_outcome) : '–'}
      </div>
      <div role="cell" data-name="Duration" className="number">
        {seconds === undefined ? '–' : duration(seconds)}
      </div>
      <div role="cell" data-name="Agent">
        <Link to="/agents/$id" params={{ id: call.agent }} className="cut">
          {agent ?? 'agent'}
        </Link>
      </div>
      <div role="cell" data-name="Actions">
        {isOpen(call) ? <EndCall id={call.id} status={call.status} /> : '–'}
      </div>
    </>
    // biome-ignore-end lint/a11y/useSemanticElements: see above.
  );
});
