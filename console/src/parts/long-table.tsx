import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { type Reading, Table, type TableOf } from './table.tsx';

/** Height of a row before it is measured, in pixels. */
const ROW_PX = 41;

/** Rows before the end at which more are read. */
const NEAR_END = 20;

/** A table of many rows: only those on the screen are in the page. */
export const LongTable = <Row,>(table: Omit<TableOf<Row>, 'usePart'>) => (
  <Table {...table} usePart={useRowsOnScreen} />
);

function useRowsOnScreen(
  keys: readonly string[],
  body: RefObject<HTMLElement | null>,
  { onVisible, onEnd }: Reading,
) {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset((body.current?.getBoundingClientRect().top ?? 0) + scrollY), [body]);
  const virtual = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: offset,
    getItemKey: (at) => keys[at] ?? at,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= keys.length - NEAR_END) onEnd?.();
  }, [last, keys.length, onEnd]);
  const seen = keys.slice(first, last + 1).join(' ');
  useEffect(() => onVisible?.(seen.split(' ')), [seen, onVisible]);
  const end = items.at(-1)?.end;
  return {
    first,
    last,
    before: (items[0]?.start ?? offset) - offset,
    after: end === undefined ? 0 : virtual.getTotalSize() + offset - end,
    measure: virtual.measureElement,
    toRow: virtual.scrollToIndex,
  };
}
