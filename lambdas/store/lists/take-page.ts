export interface ListPart<T> {
  readonly items: readonly T[];
  /** The id of the last record that was read; undefined at the end. */
  readonly end: string | undefined;
}

/** A page; `next` is the id after which the list continues, undefined at its end. */
export interface TakenPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** Up to `size` records from the parts of a list; fewer, or none, with a `next`, if the first `maxParts` have no more. */
export async function takePage<T extends { readonly id: string }>(
  parts: AsyncIterable<ListPart<T>>,
  { size, maxParts }: { readonly size: number; readonly maxParts: number },
): Promise<TakenPage<T>> {
  const taken: T[] = [];
  let read = 0;
  for await (const { items, end } of parts) {
    taken.push(...items);
    if (taken.length > size) {
      const page = taken.slice(0, size);
      return { items: page, next: page.at(-1)?.id };
    }
    read += 1;
    if (read === maxParts || taken.length === size) return { items: taken, next: end };
  }
  return { items: taken, next: undefined };
}
