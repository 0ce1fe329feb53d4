import { beginningWith, queryPages } from '../table/items.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { RecordKey } from './kinds.ts';
import { REFERENCE_FIELDS } from './reference-fields.ts';

/** At most `limit` records that refer to a record. Reads all that may; only a refused deletion needs it. */
export async function findReferrers(
  table: Table,
  userId: string,
  { target, limit }: { readonly target: RecordKey; readonly limit: number },
): Promise<RecordKey[]> {
  const fields = REFERENCE_FIELDS.filter((each) => each.target === target.kind);
  const found: RecordKey[] = [];
  for (const [kind, group] of Map.groupBy(fields, (each) => each.kind)) {
    const names = group.map(({ field }) => field);
    const pages = queryPages(table, {
      ...beginningWith(recordKey(userId, kind, ''), { ':id': target.id }),
      // A text contains itself, and a list its elements.
      FilterExpression: names.map((_, index) => `contains(#f${index}, :id)`).join(' OR '),
      ProjectionExpression: 'id',
      ExpressionAttributeNames: Object.fromEntries(names.map((field, index) => [`#f${index}`, field])),
    });
    for await (const items of pages) {
      found.push(...items.map(({ id }) => ({ kind, id: String(id) })));
      if (found.length >= limit) return found.slice(0, limit);
    }
  }
  return found;
}
