/** Where the links of a list's answer lead: paths with queries, by relation, resolved as a client would. */
export function linksOf(headers: Headers, path: string): Readonly<Record<string, string | undefined>> {
  const links = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(
    links.map(([, target = '', relation = '']) => {
      const { pathname, search } = new URL(target, `http://service${path}`);
      return [relation, pathname + search];
    }),
  );
}
