import type { StoredNumber } from '../../numbers/model/number.ts';
import { findPhone } from '../../numbers/store/numbers.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { loadCallCounts } from '../../usage/store/open-calls.ts';
import { listOpenCalls } from '../../usage/store/recount-open-calls.ts';
import { type StoredCall, storedCall } from '../model/call.ts';
import { finishCall } from './finish-call.ts';

/** Maximum calls that one run ends: some seconds of writes. */
const MAX_ENDED = 400;
const AT_ONCE = 20;

/** Ends the open and scheduled calls of a cancelled number. Returns false if more remain; it may be repeated. */
export async function endCallsOfNumber(
  table: Table,
  { id: numberId, user_id: userId, number, active }: StoredNumber,
  now: Date,
): Promise<boolean> {
  if (active || (await findPhone(table, userId, number))?.number_id !== numberId) return true;
  // Reading the open calls of all users is expensive.
  const { open_calls, scheduled_calls } = (await loadCallCounts(table, userId)).sums;
  if (open_calls <= 0 && scheduled_calls <= 0) return true;
  const calls = (await listOpenCalls(table, userId)).map((item) => storedCall.parse(item));
  const own = calls.filter(({ from_number, to_number }) => [from_number, to_number].includes(number));
  const errorMessage = `The number ${number} was cancelled.`;
  const prices = readVariable(PRICES);
  const end = ({ id: callId }: StoredCall) =>
    finishCall(
      table,
      { userId, callId },
      { transition: 'end', now, endedBy: 'service', errorMessage, prices },
    );
  for (let at = 0; at < Math.min(own.length, MAX_ENDED); at += AT_ONCE)
    await Promise.all(own.slice(at, at + AT_ONCE).map(end));
  return own.length <= MAX_ENDED;
}
