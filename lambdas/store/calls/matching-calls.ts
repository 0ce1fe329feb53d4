import { type StoredCall, storedCall } from '../../domain/calls/call.ts';
import { type CallFilter, FILTER_FIELDS, matches } from '../../domain/calls/call-filter.ts';
import { getItems } from '../table/get-items.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type IndexScan, scanCallsIndex } from './calls-index.ts';
import type { CallsPart, CallsRequest } from './calls-request.ts';

/** Calls of one request: at the largest size, they are the 16 MB that DynamoDB returns at once. */
const BATCH = 40;

/**
 * A user's calls that match a filter, newest first, within the bounds of one request. They are found in the index,
 * which may lag behind, so the calls themselves are checked again.
 */
export async function* matchingCalls(
  table: Table,
  userId: string,
  { filter, after, size = BATCH, bounds }: CallsRequest,
): AsyncGenerator<CallsPart> {
  // One more than requested, to know whether more follow.
  const length = Math.min(BATCH, size + 1);
  let pages = 0;
  for await (const { entries, end } of scanCallsIndex(table, userId, scanFor(filter, after))) {
    const ids = entries.map(({ call_order }) => String(call_order));
    if (ids.length === 0) yield { calls: [], end };
    for (let start = 0; start < ids.length; start += length) {
      const batch = ids.slice(start, start + length);
      const calls = await loadCalls(table, userId, batch);
      const isLast = start + length >= ids.length;
      yield { calls: calls.filter((call) => matches(call, filter)), end: isLast ? end : batch.at(-1) };
    }
    pages += 1;
    if (pages >= bounds.indexPages) return;
  }
}

function scanFor(filter: CallFilter, after: string | undefined): IndexScan {
  const { created_after: from, created_before: until } = filter;
  const equal = FILTER_FIELDS.flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : [[field === 'agent' ? 'agent_id' : field, '=', value] as const];
  });
  const times = [
    ...(from === undefined ? [] : [['created_at', '>=', from] as const]),
    ...(until === undefined ? [] : [['created_at', '<', until] as const]),
  ];
  return { from, until, after, where: [...equal, ...times], attributes: ['call_order'] };
}

/** The existing calls with these ids, in their order. */
async function loadCalls(table: Table, userId: string, ids: readonly string[]): Promise<StoredCall[]> {
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
