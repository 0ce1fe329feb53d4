/** Values of a query. Links omit the cursor and the page, which are positions in the list. */
type Query = Readonly<Record<string, unknown>>;

/**
 * The links of a page of a list (RFC 8288), with all other parameters of the request. They are relative references of a
 * query alone, which a client resolves against the URL that it requested. So they are correct behind any domain name,
 * stage or proxy.
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
