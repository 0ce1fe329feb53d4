import type { SortingState } from '@tanstack/react-table';
import { Columns3 } from 'lucide-react';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { MenuButton } from './controls/menu-button.tsx';

/** How the reader wants a table. */
interface Look {
  readonly sorting: SortingState;
  /** The columns that the reader has shown or hidden. */
  readonly columnVisibility: Readonly<Record<string, boolean>>;
  readonly isDense: boolean;
}

/** A column that can be hidden. */
type Hideable = { readonly [Name in 'isOptional' | 'isWide']?: boolean } & { readonly name: string };

/** Whether a column is shown: as the reader chose, or else if it needs no choice and there is room for it. */
export const isColumnShown = (
  { name, isOptional = false, isWide = false }: Hideable,
  chosen: Readonly<Record<string, boolean>>,
  isNarrow: boolean,
): boolean => chosen[name] ?? !(isOptional || (isWide && isNarrow));

/** How the reader wants the table of this name, which the browser keeps. */
export function useLook(kept: string | undefined, isNarrow: boolean) {
  const [look, setLook] = useState<Look>(() => {
    const usual = { sorting: [], columnVisibility: {}, isDense: false };
    try {
      return { ...usual, ...JSON.parse((kept && localStorage.getItem(`table ${kept}`)) || '{}') };
    } catch {
      return usual;
    }
  });
  const change = (changed: Partial<Look>) => {
    const next = { ...look, ...changed };
    setLook(next);
    if (kept !== undefined) localStorage.setItem(`table ${kept}`, JSON.stringify(next));
  };
  const isShown = (column: Hideable) => isColumnShown(column, look.columnVisibility, isNarrow);
  return { look, isShown, change };
}

/** Whether the box has less room than this, in rem. On a phone, where rows are cards, there is room for all. */
export function useIsNarrow(box: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const measure = () => setIsNarrow(innerWidth > 40 * REM_PX && current.clientWidth < rem * REM_PX);
    // Before the first look at it.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box, rem]);
  return isNarrow;
}

const REM_PX = 16;

/** The head that chooses columns and density. */
export function LookMenu({
  columns,
  look: { columnVisibility: chosen, isDense },
  isShown,
  change,
}: ReturnType<typeof useLook> & { readonly columns: readonly Hideable[] }) {
  const tick = (isOn: boolean) => (isOn ? { note: '✓' } : {});
  const items = columns.map((column) => ({
    label: column.name,
    ...tick(isShown(column)),
    onAction: () => change({ columnVisibility: { ...chosen, [column.name]: !isShown(column) } }),
  }));
  const compact = { label: 'Compact rows', ...tick(isDense), onAction: () => change({ isDense: !isDense }) };
  return (
    <th className="look">
      <MenuButton label="Columns" icon={Columns3} items={[...items, compact]} />
    </th>
  );
}
