import { agentName } from '../../format/label.ts';
import '../../parts/row-link.css';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ListedCall, useAgentNames } from '../../api/lists.ts';
import { money } from '../../format/numbers.ts';
import { RelativeTime } from '../../parts/when.tsx';
import { Contact, Length, Outcome } from './cells.tsx';
import { EndCall } from './end-call.tsx';
import { quotationOf } from './filters.ts';
import { isOpen } from './use-calls.ts';

const COLUMNS = ['Contact', 'Agent', 'When', 'Length', 'Outcome', 'Cost', 'Summary', ''] as const;

/** Height of a row before it is measured, in pixels. */
const ROW_PX = 41;

/** A virtualized table of calls: only visible rows exist in the page. */
export function CallTable({
  rows,
  text,
  onVisible,
  onEnd,
}: {
  readonly rows: readonly ListedCall[];
  /** By what they were found. */
  readonly text: string | undefined;
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
              {name || <span className="hidden">Actions</span>}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className="calls-rows" style={{ height: virtual.getTotalSize() }}>
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
                <Cells call={call} agent={names.get(call.agent)} text={text} />
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

const Cells = memo(function Cells({
  call,
  agent,
  text,
}: {
  readonly call: ListedCall;
  readonly agent: string | undefined;
  readonly text: string | undefined;
}) {
  const told = quotationOf(call, text) ?? call.summary ?? call.error_message;
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see above.
    <>
      <div role="cell">
        <Link to="/calls/$id" params={{ id: call.id }} className="row-link">
          <Contact call={call} />
        </Link>
      </div>
      <div role="cell" data-name="Agent">
        <bdi className="cut">{agent ?? agentName({ id: call.agent })}</bdi>
      </div>
      <div role="cell" data-name="When">
        <RelativeTime at={call.created_at} />
      </div>
      <div role="cell" data-name="Length">
        <Length call={call} />
      </div>
      <div role="cell" data-name="Outcome">
        <Outcome call={call} />
      </div>
      <div role="cell" data-name="Cost" className="number">
        {call.cost ? money(call.cost.total, call.cost.currency) : '–'}
      </div>
      <div role="cell" data-name="Summary">
        {told !== undefined && (
          <bdi className="cut faint" title={told}>
            {told}
          </bdi>
        )}
      </div>
      <div role="cell" data-name="Actions">
        {isOpen(call) && <EndCall id={call.id} status={call.status} />}
      </div>
    </>
    // biome-ignore-end lint/a11y/useSemanticElements: see above.
  );
});
