/** A request line's path, neither decoded nor normalised (`..` and `//` stay unchanged), and query as events have it. */
interface RequestTarget {
  readonly path: string;
  /** The last value of each name; null if it has none. */
  readonly query: Readonly<Record<string, string>> | null;
}

export function requestTarget(url: string | undefined): RequestTarget {
  const target = (url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = Object.fromEntries(new URLSearchParams(mark < 0 ? '' : target.slice(mark)));
  return { path: path === '' ? '/' : path, query: Object.keys(query).length > 0 ? query : null };
}
