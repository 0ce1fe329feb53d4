import type { Answer } from './request.ts';

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The `cursor` of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** The `page` of the next page, for lists without cursors. */
  readonly nextPage: number | undefined;
  /** The number of records of the whole list, if the API counts them. */
  readonly total: number | undefined;
  readonly totalIsEstimated: boolean;
}

interface Counted<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly has_more: boolean;
  readonly total?: number;
  readonly total_is_estimated?: boolean;
}

/** The page that a list answered. Lists without cursors have numbered pages. */
export function pageOf<Item>({ data, response }: Answer<readonly Item[] | Counted<Item>>): Page<Item> {
  const next = nextCursor(response.headers.get('link'));
  if (!('items' in data))
    return { items: data, next, nextPage: undefined, total: undefined, totalIsEstimated: false };
  const { items, page, has_more, total, total_is_estimated: totalIsEstimated = false } = data;
  return { items, next, nextPage: has_more ? page + 1 : undefined, total, totalIsEstimated };
}

/** The cursor of the next page, from the header `Link` of a list's answer (RFC 8288); undefined after the last page. */
function nextCursor(link: string | null): string | undefined {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const [, target, parameters] = /^\s*<([^>]*)>(.*)$/.exec(part) ?? [];
    if (target === undefined || !/;\s*rel="?next"?/i.test(parameters ?? '')) continue;
    return new URL(target, 'http://list.invalid').searchParams.get('cursor') ?? undefined;
  }
  return undefined;
}
