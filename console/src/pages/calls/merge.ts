/** A record with an id. */
interface Identified {
  readonly id: string;
}

/** Rows, newest first, without duplicates: the newest page, then those loaded before. */
export function merged<Row extends Identified>(head: readonly Row[], older: readonly Row[]): readonly Row[] {
  const seen = new Set(head.map(({ id }) => id));
  return [...head, ...older.filter(({ id }) => !seen.has(id) && seen.add(id))];
}

/** Pages with what was read later of some of their rows. What did not change keeps its identity. */
export function patched<Page extends { readonly items: readonly Identified[] }, Change extends Identified>(
  pages: Page[],
  changes: readonly Change[],
): Page[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const isChanged = (row: Identified) => {
    const change = byId.get(row.id);
    return (
      change !== undefined && Object.entries(change).some(([name, value]) => Reflect.get(row, name) !== value)
    );
  };
  if (!pages.some(({ items }) => items.some(isChanged))) return pages;
  return pages.map((page) =>
    page.items.some(isChanged)
      ? { ...page, items: page.items.map((row) => (isChanged(row) ? { ...row, ...byId.get(row.id) } : row)) }
      : page,
  );
}

/** Whether rows are missing between the newest page and what was read before: none of them is in both. */
export function hasGap<Row extends Identified>(head: readonly Row[], older: readonly Row[]): boolean {
  if (head.length === 0 || older.length === 0) return false;
  const known = new Set(older.map(({ id }) => id));
  return !head.some(({ id }) => known.has(id));
}
