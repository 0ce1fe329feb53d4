import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { DomainError, invalidInput } from '../../domain/errors.ts';
import { accountConnection } from '../../domain/records/account-connection.ts';
import { findPhone } from '../numbers/numbers.ts';
import { kindPrefix, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const LOC = ['body', 'from_number'];

/**
 * Through which account a user may call from a number: that of a number which they hold, or their own account where it
 * supports any caller id. Gives the id of its connection, null for the platform's account; throws where they may not.
 */
export async function accountForCaller(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<string | null> {
  const phone = await findPhone(table, userId, phoneNumber);
  if (phone?.active) return phone.telephony_account_connection;
  const anyCaller = await findAnyCallerConnection(table, userId);
  if (anyCaller) return anyCaller;
  if (phone) {
    const msg = 'The number was cancelled.';
    throw new DomainError('conflict', [{ loc: LOC, msg, type: 'number_cancelled' }]);
  }
  const msg = 'You hold no such number, and no account connection of yours supports any caller id.';
  throw invalidInput([{ loc: LOC, msg, type: 'number_not_held' }]);
}

/** The newest of the user's telephony connections that supports any caller id. */
async function findAnyCallerConnection(table: Table, userId: string): Promise<string | undefined> {
  const pages = paginateQuery(table, {
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    FilterExpression: 'account_supports_any_caller_id = :true',
    ExpressionAttributeValues: {
      ':pk': userPartition(userId),
      ':prefix': kindPrefix('account_connection'),
      ':true': true,
    },
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  for await (const { Items = [] } of pages) {
    const [found] = Items;
    if (found) return accountConnection.parse(found).id;
  }
  return undefined;
}
