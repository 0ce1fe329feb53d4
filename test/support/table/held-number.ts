import { randomUUID } from 'node:crypto';
import type { StoredNumber } from '../../../lambdas/domain/records/number.ts';
import { newId } from '../../../lambdas/runtime/ids.ts';
import { addNumber } from '../../../lambdas/store/numbers/numbers.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';

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

/** Stores an active number of the user. */
export const addHeldNumber = (
  { table, user }: { readonly table: Table; readonly user: string },
  number: string,
  inbound_agent: string | null = null,
) => addNumber(table, storedNumber({ user_id: user, number, inbound_agent }));
