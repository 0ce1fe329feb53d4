/** Path and query of a request line, neither decoded nor normalised: `..` and `//` stay unchanged. */
export function requestTarget(url: string | undefined): { readonly path: string; readonly query: string } {
  const target = (url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : target.slice(mark + 1) };
}
