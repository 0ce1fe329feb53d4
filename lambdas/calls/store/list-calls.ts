import type { Table } from '../../platform/table/table.ts';
import { loadPage, recordsAfter, skipRecords } from '../../records/store/lists/pages.ts';
import { loadStoredCalls } from '../../usage/store/open-calls.ts';
import { callKind, storedCall } from '../model/call.ts';
import { type ListedCall, toListedCall } from '../model/listed-call.ts';
import {
  answeredBytes,
  type CallsPage,
  type CallsPart,
  type CallsRequest,
  listedWithin,
  type NumberedRequest,
} from './call-list-request.ts';
import { matchingCalls, pageOfMatches } from './matching-calls.ts';

/** A user's calls, filtered or all. Throws PageTooLarge, and PageOutOfReach if a filtered page is too expensive. */
export async function findCallPage(table: Table, userId: string, request: CallsRequest): Promise<CallsPage> {
  const isFiltered = Object.values(request.filter).some((value) => value !== undefined);
  const { page, size, after, before = 0 } = request;
  const numbered = page === undefined || size === undefined ? undefined : { ...request, page, size };
  if (isFiltered) {
    // What answered is not in the index, so only its first page has a number.
    const isIndexed = request.filter.answered_by === undefined;
    if (numbered && (isIndexed || numbered.page > 1)) return pageOfMatches(table, userId, numbered);
    const foundPage = await collect(matchingCalls(table, userId, request), request);
    const passed = before + foundPage.calls.length;
    const isCounted = after === undefined || request.before !== undefined;
    return { ...foundPage, total: passed, isExact: isCounted && foundPage.next === undefined, passed };
  }
  const [total, foundPage] = await Promise.all([
    request.total ?? countedCalls(table, userId),
    numbered ? pageOfAll(table, userId, numbered) : collect(allCalls(table, userId, request), request),
  ]);
  const passed = numbered ? Math.min(total, numbered.page * numbered.size) : before + foundPage.calls.length;
  return { ...foundPage, total, isExact: total <= MAX_COUNTED, passed };
}

/** Up to this number, calls are counted exactly. */
const MAX_COUNTED = 10_000;

/** The number of a user's calls; an estimate above 10,000. */
async function countedCalls(table: Table, userId: string): Promise<number> {
  const all = { descending: true, count: MAX_COUNTED + 1 };
  const { count } = await skipRecords(table, { userId, kind: callKind }, all);
  return count > MAX_COUNTED ? Math.max(count, await loadStoredCalls(table, userId)) : count;
}

async function pageOfAll(
  table: Table,
  userId: string,
  { page, size, descending = true, bounds, prices }: NumberedRequest,
): Promise<Pick<CallsPage, 'calls' | 'next'>> {
  const request = { page, size, descending, maxBytes: bounds.readBytes };
  const { items, hasMore, last } = await loadPage(table, { userId, kind: callKind }, request);
  const calls = listedWithin(
    items.map((item) => storedCall.parse(item)),
    { bounds, prices },
  );
  return { calls, next: hasMore ? last : undefined };
}

async function collect(
  parts: AsyncIterable<CallsPart>,
  { size = Number.POSITIVE_INFINITY, bounds, prices }: CallsRequest,
): Promise<Pick<CallsPage, 'calls' | 'next'>> {
  const calls: ListedCall[] = [];
  let [answered, read] = [0, 0];
  let next: string | undefined;
  for await (const part of parts) {
    for (const stored of part.calls) {
      const listed = toListedCall(stored, prices);
      answered += answeredBytes(listed);
      const last = calls.at(-1);
      if (last && (calls.length >= size || answered > bounds.answerBytes)) return { calls, next: last.id };
      calls.push(listed);
    }
    next = part.end;
    read += Buffer.byteLength(JSON.stringify(part.calls));
    if (read > bounds.readBytes) break;
  }
  return { calls, next };
}

async function* allCalls(
  table: Table,
  userId: string,
  { after, size, descending = true }: CallsRequest,
): AsyncGenerator<CallsPart> {
  const list = { userId, kind: callKind } as const;
  const limit = size === undefined ? undefined : size + 1;
  for await (const { items, end } of recordsAfter(table, list, { after, descending, limit })) {
    yield { calls: items.map((item) => storedCall.parse(item)), end };
  }
}
