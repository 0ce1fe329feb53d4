/** The cursor of the next page, from the header `Link` of a list's answer (RFC 8288); undefined after the last page. */
export function nextCursor(link: string | null): string | undefined {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const [, target, parameters] = /^\s*<([^>]*)>(.*)$/.exec(part) ?? [];
    if (target === undefined || !/;\s*rel="?next"?/i.test(parameters ?? '')) continue;
    return new URL(target, 'http://list.invalid').searchParams.get('cursor') ?? undefined;
  }
  return undefined;
}
