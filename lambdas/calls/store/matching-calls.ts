import * as z from 'zod/mini';
import { getItems } from '../../platform/table/get-items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { PageTooLarge } from '../../records/store/lists/pages.ts';
import { equal, type RangeScan, scanRange } from '../../records/store/lists/take-page.ts';
import { loadOpenCalls } from '../../usage/store/open-calls.ts';
import { type StoredCall, storedCall } from '../model/call.ts';
import { type CallFilter, matches } from '../model/call-filter.ts';
import {
  type CallsBounds,
  type CallsPage,
  type CallsPart,
  type CallsRequest,
  listedWithin,
  type NumberedRequest,
} from './call-list-request.ts';
import { CALL_ORDER, CALLS_INDEX, callOrderKey } from './keys.ts';

/** Calls in one request: at their maximum size, they are the 16 MB that DynamoDB returns at once. */
const BATCH = 40;

/** The bounds of one request end before the requested page: too few calls before it match the filter. */
export class PageOutOfReach extends Error {
  override readonly name = 'PageOutOfReach';
}

/** A page by number of the calls that match a filter; earlier pages are counted in the index only. */
export async function pageOfMatches(
  table: Table,
  userId: string,
  { filter, page, size, descending, bounds, prices }: NumberedRequest,
): Promise<CallsPage> {
  if (filter.answered_by !== undefined) throw new PageOutOfReach('The index does not have what answered.');
  const skipped = (page - 1) * size;
  const ids: string[] = [];
  let [counted, parts] = [0, 0];
  let end: string | undefined;
  for await (const { items: found, end: partEnd } of scanCalls(
    table,
    userId,
    scanFor(filter, { descending }),
  )) {
    const from = Math.max(0, skipped - counted);
    ids.push(...found.slice(from, from + size - ids.length));
    counted += found.length;
    end = partEnd;
    parts += 1;
    if (counted > skipped + size || parts >= bounds.indexPages) break;
  }
  if (end !== undefined && page > 1 && ids.length === 0)
    throw new PageOutOfReach('The bounds of one request end before the page.');
  const isCut = counted > skipped + ids.length;
  const calls = await loadMatching(table, userId, { ids, filter, readBytes: bounds.readBytes });
  return {
    calls: listedWithin(calls, { bounds, prices }),
    next: isCut ? ids.at(-1) : end,
    total: counted,
    isExact: end === undefined,
    passed: Math.min(counted, page * size),
  };
}

/** The calls of a page that still match. Throws PageTooLarge. */
async function loadMatching(
  table: Table,
  userId: string,
  {
    ids,
    filter,
    readBytes,
  }: Pick<CallsBounds, 'readBytes'> & Pick<CallsRequest, 'filter'> & { readonly ids: readonly string[] },
): Promise<StoredCall[]> {
  const calls: StoredCall[] = [];
  let read = 0;
  for (let start = 0; start < ids.length; start += BATCH) {
    if (read > readBytes) throw new PageTooLarge('The page is too large.');
    const batch = await loadCalls(table, userId, ids.slice(start, start + BATCH));
    read += Buffer.byteLength(JSON.stringify(batch));
    calls.push(...batch.filter((call) => matches(call, filter)));
  }
  return calls;
}

/** Calls that one request reads for a filter by what answered, which is not in the index. */
const MAX_LOADED = 1000;

/** A user's calls that match a filter. The index lags, so the calls themselves are checked again. */
export async function* matchingCalls(
  table: Table,
  userId: string,
  { filter, after, descending, size = BATCH, bounds }: CallsRequest,
): AsyncGenerator<CallsPart> {
  // One more than requested, to know whether more follow.
  const length = filter.answered_by === undefined ? Math.min(BATCH, size + 1) : BATCH;
  let [pages, loaded] = [0, 0];
  for await (const { items: ids, end } of scanCalls(table, userId, scanFor(filter, { after, descending }))) {
    if (ids.length === 0) yield { calls: [], end };
    for (let start = 0; start < ids.length; start += length) {
      const batch = ids.slice(start, start + length);
      const calls = await loadCalls(table, userId, batch);
      const isLast = start + length >= ids.length;
      yield { calls: calls.filter((call) => matches(call, filter)), end: isLast ? end : batch.at(-1) };
      loaded += batch.length;
      if (filter.answered_by !== undefined && loaded >= MAX_LOADED) return;
    }
    pages += 1;
    if (pages >= bounds.indexPages) return;
  }
}

/** Milliseconds by which the time in an id may differ from the call's creation time: clocks of functions differ. */
const SLACK_MS = 60_000;

/** Entries that one request scans, of some 0.3 KB each: about the 1 MB that DynamoDB reads at once. */
const PAGE_ENTRIES = 3000;

/** Scans the index of a user's calls by creation time. The index is eventually consistent. */
export const scanCalls = <T>(
  table: Table,
  userId: string,
  scan: Pick<RangeScan<T>, 'range' | 'after' | 'descending' | 'where' | 'attributes' | 'limit' | 'parse'>,
) =>
  scanRange(table, {
    limit: PAGE_ENTRIES,
    ...scan,
    keyOf: (id) => callOrderKey(userId, id),
    index: { name: CALLS_INDEX, sortKey: CALL_ORDER },
    slackMs: SLACK_MS,
    mayLag: true,
  });

function scanFor(
  { created_after: from, created_before: until, answered_by: by, ...fields }: CallFilter,
  order: Pick<RangeScan<string>, 'after' | 'descending'>,
) {
  const { agent, ...others } = { ...fields, ...(by && { direction: 'outbound' }) };
  return {
    ...order,
    range: { from, until },
    where: [
      ...equal({ agent_id: agent, ...others }),
      ...(from === undefined ? [] : [['created_at', '>=', from] as const]),
      ...(until === undefined ? [] : [['created_at', '<', until] as const]),
    ],
    attributes: [CALL_ORDER],
    parse: (item: Readonly<Record<string, unknown>>) => String(item[CALL_ORDER]),
  };
}

/** The calls with these ids, in their order, without those that a user does not have. */
export async function loadCalls(table: Table, userId: string, ids: readonly string[]): Promise<StoredCall[]> {
  const items = await getItems(
    table,
    ids.map((id) => recordKey(userId, 'call', id)),
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => {
    const item = byId.get(id);
    return item ? [storedCall.parse(item)] : [];
  });
}

/** Calls that are examined: the usual limit of a user's open calls, some 0.3 MB of the index. */
const NEWEST_CALLS = 1000;

const entry = z.object({ start_time: z.string() });

/** The start times of calls in progress that began since then, among the 1,000 newest. */
export async function listOpenCallStarts(table: Table, userId: string, since: Date): Promise<Date[]> {
  if ((await loadOpenCalls(table, userId)) <= 0) return [];
  const pages = scanCalls(table, userId, {
    range: {},
    where: [
      ['status', '=', 'in_progress'],
      ['start_time', '>=', since.toISOString()],
    ],
    attributes: ['start_time'],
    limit: NEWEST_CALLS,
    parse: (item) => new Date(entry.parse(item).start_time),
  });
  for await (const { items } of pages) return [...items];
  return [];
}
