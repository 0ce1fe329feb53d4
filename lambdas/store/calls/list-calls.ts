import { type ListedCall, storedCall, toListedCall } from '../../domain/calls/call.ts';
import { recordsAfter } from '../lists/after.ts';
import { loadHead } from '../lists/changes.ts';
import { totalOf } from '../lists/head.ts';
import type { Table } from '../table/table.ts';
import type { CallsPart, CallsRequest } from './calls-request.ts';
import { matchingCalls } from './matching-calls.ts';

/** Calls, newest first. */
export interface CallsPage {
  readonly calls: readonly ListedCall[];
  /** The id after which the list continues; undefined at its end. */
  readonly next: string | undefined;
  /** The total number of calls, if it is known. */
  readonly total: number | undefined;
}

/** A user's calls, newest first: all, or those that match a filter. */
export async function listCalls(table: Table, userId: string, request: CallsRequest): Promise<CallsPage> {
  if (Object.values(request.filter).some((value) => value !== undefined)) {
    const page = await collect(matchingCalls(table, userId, request), request);
    const isWhole = page.next === undefined && request.after === undefined;
    return { ...page, total: isWhole ? page.calls.length : undefined };
  }
  const [head, page] = await Promise.all([
    loadHead(table, { userId, kind: 'call' }),
    collect(allCalls(table, userId, request), request),
  ]);
  return { ...page, total: totalOf(head) };
}

/** Collects calls until a bound is reached. */
async function collect(
  parts: AsyncIterable<CallsPart>,
  { size = Number.POSITIVE_INFINITY, bounds }: CallsRequest,
): Promise<Omit<CallsPage, 'total'>> {
  const calls: ListedCall[] = [];
  let [answered, read] = [0, 0];
  let next: string | undefined;
  for await (const part of parts) {
    for (const stored of part.calls) {
      const listed = toListedCall(stored);
      answered += Buffer.byteLength(JSON.stringify(JSON.stringify(listed)));
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
  { after, size }: CallsRequest,
): AsyncGenerator<CallsPart> {
  const list = { userId, kind: 'call' } as const;
  const limit = size === undefined ? undefined : size + 1;
  for await (const { items, end } of recordsAfter(table, list, { after, descending: true, limit })) {
    yield { calls: items.map((item) => storedCall.parse(item)), end };
  }
}
