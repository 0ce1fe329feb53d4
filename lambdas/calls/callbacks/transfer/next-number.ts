import { loadEntry } from '../../../do-not-call/store/entries.ts';
import type { Table } from '../../../platform/table/table.ts';
import type { StoredCall } from '../../model/call.ts';
import type { CallWithSnapshot } from '../../model/snapshot.ts';
import { MIN_RING_SECONDS, type NextNumbers, placeOf, secondsLeft } from '../../model/transfer/transfer.ts';
import { transferPlan } from './instructions.ts';

/** The numbers of a transfer after its current one; none if its time is up. The callee then returns to the agent. */
export function numbersLeft(call: CallWithSnapshot, now: Date): readonly string[] {
  const { transfer } = call;
  if (!transfer || secondsLeft(transfer, now) < MIN_RING_SECONDS) return [];
  return transferPlan(call)?.phoneNumbers.slice(placeOf(transfer) + 1) ?? [];
}

/** The next of these numbers that can be called: not the call's own, nor on the user's do-not-call list. */
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
