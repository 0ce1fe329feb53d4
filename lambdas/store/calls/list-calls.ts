import { type ListedCall, storedCall, toListedCall } from '../../domain/calls/call.ts';
import { recordsAfter } from '../lists/after.ts';
import { loadHead } from '../lists/changes.ts';
import { totalOf } from '../lists/head.ts';
import { listRecords } from '../lists/pages.ts';
import type { ListKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { CallsPage, CallsPart, CallsRequest, NumberedRequest } from './calls-request.ts';
import { answeredBytes, listedWithin } from './listed-within.ts';
import { matchingCalls, pageOfMatches } from './matching-calls.ts';

/**
 * A user's calls in the order of their creation: all of them, or those that match a filter. Throws PageTooLarge, and
 * PageOutOfReach if a filter makes a page by number too expensive to reach.
 */
export async function listCalls(table: Table, userId: string, request: CallsRequest): Promise<CallsPage> {
  const isFiltered = Object.values(request.filter).some((value) => value !== undefined);
  const { page, size } = request;
  if (page !== undefined && size !== undefined) {
    const numbered = { ...request, page, size };
    return isFiltered
      ? pageOfMatches(table, userId, numbered)
      : pageOfAll(table, { userId, kind: 'call' }, numbered);
  }
  if (isFiltered) {
    const found = await collect(matchingCalls(table, userId, request), request);
    const isWhole = found.next === undefined && request.after === undefined;
    const counted = found.calls.length;
    return { ...found, counted, total: isWhole ? counted : undefined };
  }
  const [head, found] = await Promise.all([
    loadHead(table, { userId, kind: 'call' }),
    collect(allCalls(table, userId, request), request),
  ]);
  return { ...found, counted: totalOf(head), total: totalOf(head) };
}

/** A page of all calls, by its number. */
async function pageOfAll(
  table: Table,
  list: ListKey,
  { page, size, descending = true, bounds }: NumberedRequest,
): Promise<CallsPage> {
  const request = { page, size, descending, maxBytes: bounds.readBytes };
  const { items, hasMore, total, last } = await listRecords(table, list, request);
  const calls = listedWithin(
    items.map((item) => storedCall.parse(item)),
    bounds,
  );
  return { calls, next: hasMore ? last : undefined, total, counted: total };
}

/** Collects calls until a bound is reached. */
async function collect(
  parts: AsyncIterable<CallsPart>,
  { size = Number.POSITIVE_INFINITY, bounds }: CallsRequest,
): Promise<Pick<CallsPage, 'calls' | 'next'>> {
  const calls: ListedCall[] = [];
  let [answered, read] = [0, 0];
  let next: string | undefined;
  for await (const part of parts) {
    for (const stored of part.calls) {
      const listed = toListedCall(stored);
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
  const list = { userId, kind: 'call' } as const;
  const limit = size === undefined ? undefined : size + 1;
  for await (const { items, end } of recordsAfter(table, list, { after, descending, limit })) {
    yield { calls: items.map((item) => storedCall.parse(item)), end };
  }
}
