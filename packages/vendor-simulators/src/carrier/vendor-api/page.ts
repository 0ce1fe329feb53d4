/** The vendor's page sizes: 50 unless asked otherwise, and never above 1,000. */
const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

/** The page size of a list request. */
export function pageSize(query: URLSearchParams): number {
  return Math.min(integer(query.get('PageSize'), DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
}

/** The requested page of a list, with the vendor's links and counters. */
export function pageOf<T>(items: readonly T[], url: URL): [page: T[], links: Record<string, unknown>] {
  const size = pageSize(url.searchParams);
  const page = integer(url.searchParams.get('Page'), 0);
  const shown = items.slice(page * size, (page + 1) * size);
  const links = {
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.max(shown.length - 1, 0),
    uri: url.pathname + url.search,
    first_page_uri: pageUri(url, 0),
    previous_page_uri: page > 0 ? pageUri(url, page - 1) : null,
    next_page_uri: items.length > (page + 1) * size ? pageUri(url, page + 1) : null,
  };
  return [shown, links];
}

function integer(value: string | null, fallback: number): number {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : fallback;
}

function pageUri(url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  query.set('Page', String(page));
  return `${url.pathname}?${query}`;
}
