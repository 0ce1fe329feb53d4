import type { Call } from './call.ts';
import { callResource } from './call-resource.ts';
import { VendorError } from './vendor-error.ts';

/** The vendor's page sizes: 50 unless asked otherwise, and never above 1,000. */
const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

/** A page of calls, newest first, filtered by To, From, Status and StartTime (`StartTime>`, `StartTime<`). */
export function listCalls(calls: Iterable<Call>, url: URL): Record<string, unknown> {
  const { searchParams: query } = url;
  const matching = [...calls].filter((call) => matches(call, query)).reverse();
  const size = Math.min(integer(query.get('PageSize'), DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
  const page = integer(query.get('Page'), 0);
  const shown = matching.slice(page * size, (page + 1) * size);
  return {
    calls: shown.map(callResource),
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.max(shown.length - 1, 0),
    uri: url.pathname + url.search,
    first_page_uri: pageUri(url, 0),
    previous_page_uri: page > 0 ? pageUri(url, page - 1) : null,
    next_page_uri: matching.length > (page + 1) * size ? pageUri(url, page + 1) : null,
  };
}

function matches(call: Call, query: URLSearchParams): boolean {
  const isEqual = (name: string, value: string) => !query.has(name) || query.get(name) === value;
  if (!isEqual('To', call.request.to) || !isEqual('From', call.request.from)) return false;
  if (!isEqual('Status', call.status)) return false;
  // The vendor's times have whole seconds; a call that is still queued counts by its creation.
  const started = Math.floor((call.startedAt ?? call.createdAt).getTime() / 1000) * 1000;
  const after = query.get('StartTime>');
  const before = query.get('StartTime<');
  const day = query.get('StartTime');
  if (after !== null && started < Math.floor(time(after) / 1000) * 1000) return false;
  if (before !== null && started > time(before)) return false;
  return day === null || new Date(started).toISOString().startsWith(day.slice(0, 10));
}

function time(value: string): number {
  const parsed = Date.parse(value);
  if (Number.isNaN(parsed)) throw new VendorError(400, 20001, `Invalid StartTime: ${value}`);
  return parsed;
}

function integer(value: string | null, fallback: number): number {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : fallback;
}

function pageUri(url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  query.set('Page', String(page));
  return `${url.pathname}?${query}`;
}
