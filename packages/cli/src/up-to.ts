/** The first items of a list, by default all that commands show of one; reads no further pages. */
export async function upTo<Item>(items: AsyncIterable<Item>, most = 10_000): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}
