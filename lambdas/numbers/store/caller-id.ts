import { accountConnection } from '../../account-connections/model/account-connection.ts';
import { beginningWith, queryPages } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { findPhone } from './numbers.ts';

export class CallerIdRefused extends Error {
  override readonly name = 'CallerIdRefused';
  readonly reason: 'cancelled' | 'not_held';

  constructor(reason: CallerIdRefused['reason']) {
    super('The user may not call from this number.');
    this.reason = reason;
  }
}

/** The account for calls from a number; null for the platform's. Throws CallerIdRefused. */
export async function accountForCaller(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<string | null> {
  const phone = await findPhone(table, userId, phoneNumber);
  if (phone?.active) return phone.telephony_account_connection;
  const anyCaller = await findAnyCallerConnection(table, userId);
  if (anyCaller) return anyCaller;
  throw new CallerIdRefused(phone ? 'cancelled' : 'not_held');
}

async function findAnyCallerConnection(table: Table, userId: string): Promise<string | undefined> {
  const pages = queryPages(table, {
    ...beginningWith(recordKey(userId, 'account_connection', ''), { ':true': true }),
    FilterExpression: 'account_supports_any_caller_id = :true',
    ScanIndexForward: false,
  });
  for await (const [found] of pages) {
    if (found) return accountConnection.parse(found).id;
  }
  return undefined;
}
