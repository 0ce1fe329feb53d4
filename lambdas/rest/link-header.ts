/** Values of a query as they were read; of a cursor and a page, which say where in the list one is, none is kept in a link. */
type Query = Readonly<Record<string, unknown>>;

/**
 * The links of a page of a list (RFC 8288), with all else that the request asked for. They are relative references of a
 * query alone, which a client resolves against the URL that it requested: so they are right behind every domain name, stage
 * and proxy, none of which a function can know for certain.
 */
export function linkHeader(query: Query, nextCursor: string | undefined): string {
  const { page: _page, cursor: _cursor, ...kept } = query;
  const first = `<?${parametersOf(kept)}>; rel="first"`;
  if (nextCursor === undefined) return first;
  return `<?${parametersOf({ ...kept, cursor: nextCursor })}>; rel="next", ${first}`;
}

function parametersOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters.toString();
}
