/** The first items of a list; reads no further pages. */
export async function upTo<Item>(most: number, items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}
