import { randomUUID } from 'node:crypto';
import { addNumber } from '../../../lambdas/store/numbers/numbers.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';

/** Stores an active number of the user, as if it was bought. */
export async function addHeldNumber(
  { table, user }: { readonly table: Table; readonly user: string },
  number: string,
  inbound_agent: string | null = null,
): Promise<void> {
  await addNumber(table, {
    id: randomUUID(),
    user_id: user,
    number,
    active: true,
    inbound_agent,
    label: '',
    outbound_only: false,
    example_context: null,
    telephony_provider: 'telephony_vendor_a',
    telephony_account_connection: null,
    vendor_sid: 'PN1',
    linked: false,
  });
}
