import { randomUUID } from 'node:crypto';
import { acceptInboundCall } from '../../../lambdas/calls/callbacks/accept-inbound-call.ts';
import type { StoredNumber } from '../../../lambdas/numbers/model/number.ts';
import { addNumber, findNumber } from '../../../lambdas/numbers/store/numbers.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';

/** An active number, as if it was bought. */
export const storedNumber = (changes: Partial<StoredNumber> = {}): StoredNumber => ({
  id: newId(),
  user_id: randomUUID(),
  number: '+15551230000',
  active: true,
  inbound_agent: null,
  label: '',
  outbound_only: false,
  example_context: null,
  telephony_provider: 'telephony_vendor_a',
  telephony_account_connection: null,
  vendor_sid: 'PN1',
  linked: false,
  ...changes,
});

interface Holder {
  readonly table: Table;
  readonly user: string;
}

/** Stores an active number of the user. */
export const addHeldNumber = ({ table, user }: Holder, number: string, inbound_agent: string | null = null) =>
  addNumber(table, storedNumber({ user_id: user, number, inbound_agent }));

/** The stored call of a caller to a number of the user; undefined if it was refused. */
export async function callFrom(
  from: string,
  phone: string,
  { table, user }: Holder,
  sid = `CA${randomUUID()}`,
) {
  const number = await findNumber(table, user, phone);
  if (!number) throw new Error('There is no such number.');
  return acceptInboundCall(number, { sid, from }, { table, now: () => new Date(), newId });
}
