import type { StoredCall } from '../../domain/calls/call.ts';
import type { NextNumbers } from '../../domain/calls/transfer/transfer.ts';
import { loadEntry } from '../../store/do-not-call/entries.ts';
import type { Table } from '../../store/table/table.ts';

/**
 * The next of these numbers that can be called. Excluded are the numbers of the call itself, because the call would go
 * in a circle, and those on the user's do-not-call list.
 */
export async function nextNumbers(
  table: Table,
  { user_id, from_number, to_number }: StoredCall,
  phoneNumbers: readonly string[],
): Promise<NextNumbers> {
  const refused: string[] = [];
  for (const number of phoneNumbers) {
    const isOfCall = number === from_number || number === to_number;
    if (!isOfCall && (await loadEntry(table, user_id, number)) === undefined)
      return { refused, next: number };
    refused.push(number);
  }
  return { refused, next: undefined };
}
