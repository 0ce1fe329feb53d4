/** The links of a list's answer: paths with queries, by relation, resolved as by a client. */
export function linksOf(headers: Headers, path: string): Readonly<Record<string, string | undefined>> {
  const links = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(
    links.map(([, target = '', relation = '']) => {
      const { pathname, search } = new URL(target, `http://service${path}`);
      return [relation, pathname + search];
    }),
  );
}
