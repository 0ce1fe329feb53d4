import { Button } from './controls.tsx';
import './table.css';
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { count } from '../format/numbers.ts';
import { LookMenu, useIsNarrow, useLook } from './table-look.tsx';

/** What a column shows of a row. */
type Cell<Row> = (row: Row, at: number) => ReactNode;

/** A column with more than its cells. */
export interface Column<Row> {
  readonly cell: Cell<Row>;
  /** By what its rows are sorted. @default they cannot be sorted by it */
  readonly sort?: (row: Row) => string | number | undefined;
  /** Its width; rows are then as wide as the table, and what does not fit is cut. */
  readonly width?: string;
  /** Hidden until the reader chooses it. */
  readonly isOptional?: boolean;
  /** Hidden where the table has little room, until the reader chooses it. */
  readonly isWide?: boolean;
}

export type Columns<Row> = Readonly<Record<string, Cell<Row> | Column<Row>>>;

/** The rows that are in the page, and the room of the others in pixels. */
export interface Part {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
  readonly measure?: (row: HTMLElement | null) => void;
  readonly toRow?: (at: number) => void;
}

const useAll = (keys: readonly string[]): Part => ({ first: 0, last: keys.length - 1, before: 0, after: 0 });

/** What a table tells of the rows on the screen. */
export interface Reading {
  /** Gets their keys. */
  readonly onVisible?: ((keys: readonly string[]) => void) | undefined;
  /** Reads more rows, if there are any, when the end is near. */
  readonly onEnd?: (() => void) | undefined;
  /** Whether there are more rows than these: an order is of these only, and says so. */
  readonly isPart?: boolean;
}

export interface TableOf<Row> extends Reading {
  readonly label: string;
  /** The columns by their names. */
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  /** @default the row's id */
  readonly keyOf?: (row: Row, at: number) => string | number;
  /** Lets the reader choose columns and density; the browser keeps them, and the order, under this name. */
  readonly kept?: string;
  /** Tells which rows are in the page. Always the same hook. @default all */
  readonly usePart?: (keys: readonly string[], body: RefObject<HTMLElement | null>, reading: Reading) => Part;
  /** The row that is looked at beside the table. */
  readonly peeked?: string | undefined;
  /** Looks at a row beside the table: Space; at none: Escape. */
  readonly onPeek?: ((key: string | undefined) => void) | undefined;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

/**
 * A table that scrolls sideways if it is too wide. On a phone, each row is a card. ↑ and ↓, or k and j, go from row to row
 * where rows lead somewhere.
 */
export function Table<Row>(props: TableOf<Row>) {
  const { label, columns, rows, keyOf = idOf, kept, usePart = useAll, isPart, peeked, onPeek } = props;
  const all = Object.entries(columns).map(([name, column]) => ({
    name,
    ...(typeof column === 'function' ? { cell: column } : column),
  }));
  const isFixed = all.some(({ width }) => width);
  const box = useRef<HTMLElement>(null);
  const { look, isShown, change } = useLook(kept, useIsNarrow(box, isFixed ? 65 : 53));
  // The library takes objects only.
  const data = useMemo(() => rows.map((row) => ({ row })), [rows]);
  const table = useTable({
    features,
    data,
    columns: all.map(({ name: id, sort }) => ({
      id,
      accessorFn: ({ row }: { readonly row: Row }) => sort?.(row),
      enableSorting: sort !== undefined,
      sortFn: 'basic' as const,
      sortUndefined: 'last' as const,
    })),
    getRowId: ({ row }, at) => String(keyOf(row, at)),
    state: { sorting: look.sorting },
    onSortingChange: (to) => change({ sorting: typeof to === 'function' ? to(look.sorting) : to }),
  });
  const sorted = table.getRowModel().rows;
  const shown = all.filter(isShown);
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = sorted.map(({ id }) => id);
  const part = usePart(keys, body, props);
  const pressed = useRowKeys({ body, toRow: part.toRow, peeked, onPeek });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="table" aria-label={`${label}, table`} tabIndex={0} ref={box} onKeyDown={pressed}>
      <table
        className={`${isFixed ? 'fixed' : ''} ${look.isDense ? 'dense' : ''}`}
        {...(part.measure && { 'aria-rowcount': rows.length + 1 })}
      >
        <caption className={isPart && look.sorting.length > 0 ? 'help' : 'hidden'}>
          {label}
          {isPart && look.sorting.length > 0 && `: only the ${count(rows.length)} loaded rows are sorted`}
        </caption>
        <thead>
          <tr>
            {shown.map((column) => (
              <Heading
                key={column.name}
                {...column}
                order={table.getColumn(column.name)?.getIsSorted() || undefined}
                onSort={() => table.getColumn(column.name)?.toggleSorting()}
              />
            ))}
            {kept && <LookMenu columns={all.slice(1)} {...{ look, isShown, change }} />}
          </tr>
        </thead>
        <Space height={part.before} />
        <tbody ref={body}>
          {sorted.slice(part.first, part.last + 1).map(({ id, original, index }, at) => (
            <tr
              key={id}
              data-key={id}
              data-index={part.first + at}
              {...(part.measure && { ref: part.measure, 'aria-rowindex': part.first + at + 2 })}
              aria-current={id === peeked ? true : undefined}
            >
              {shown.map(({ name, cell }, number) => (
                // The last one reaches below the menu of columns.
                <td key={name} data-name={name} colSpan={kept && number === shown.length - 1 ? 2 : undefined}>
                  {cell(original.row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <Space height={part.after} />
      </table>
    </section>
  );
}

/** The room of the rows that are not in the page. */
const Space = ({ height }: { readonly height: number }) =>
  height > 0 && <tbody className="space" style={{ height }} />;

/** The head of a column, which sorts by it if it can. */
function Heading({
  name,
  width,
  sort,
  order,
  onSort,
}: Omit<Column<never>, 'cell'> & {
  readonly name: string;
  readonly order: 'asc' | 'desc' | undefined;
  readonly onSort: () => void;
}) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" style={width === undefined ? undefined : { width }} aria-sort={order && `${order}ending`}>
      {sort ? (
        <Button className="quiet" onClick={onSort}>
          {name} {order && <Arrow size={12} aria-hidden="true" />}
        </Button>
      ) : (
        name
      )}
    </th>
  );
}

const idOf = (row: unknown) => String(Reflect.get(Object(row), 'id'));

/** Goes from row to row, and looks at one beside the table. */
function useRowKeys({
  body,
  toRow,
  peeked,
  onPeek,
}: Pick<TableOf<unknown>, 'peeked' | 'onPeek'> & {
  readonly body: RefObject<HTMLElement | null>;
  readonly toRow: Part['toRow'];
}) {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, target } = event;
    const isTyped = target instanceof HTMLElement && target.closest('input, select, textarea, button');
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('tr[data-key]') : null;
    const step = steps[key];
    if (step !== undefined) {
      const at = row ? Number(row.dataset.index) + step : 0;
      toRow?.(at);
      const next = body.current?.querySelector<HTMLElement>(`tr[data-index="${at}"]`);
      const link = next?.querySelector<HTMLElement>('.row-link');
      if (!link) return;
      link.focus();
      if (peeked !== undefined) onPeek?.(next?.dataset.key);
    } else if (key === ' ' && row && onPeek) {
      onPeek(row.dataset.key === peeked ? undefined : row.dataset.key);
    } else if (key === 'Escape' && peeked !== undefined) onPeek?.(undefined);
    else return;
    event.preventDefault();
  };
}
