import { paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TelephonyConnection } from '../../domain/records/account-connection.ts';
import { MAX_POOL } from '../../domain/records/account-connection.ts';
import { kindPrefix, recordKey, userPartition } from '../table/keys.ts';
import { attemptUntil, isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { getRecord } from './records.ts';

/** The active numbers of a user on a connection. */
export async function numbersOfConnection(
  table: Table,
  { user_id, id }: Pick<TelephonyConnection, 'user_id' | 'id'>,
): Promise<string[]> {
  const numbers: string[] = [];
  const pages = paginateQuery(table, {
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    FilterExpression: 'telephony_account_connection = :id AND active = :true',
    ExpressionAttributeValues: {
      ':pk': userPartition(user_id),
      ':prefix': kindPrefix('number'),
      ':id': id,
      ':true': true,
    },
    ConsistentRead: true,
  });
  for await (const { Items = [] } of pages) numbers.push(...Items.map(({ number }) => String(number)));
  return numbers;
}

/** Adds a number to a pool that does not contain it. Returns false if the pool is full. */
export async function addToPool(
  table: Table,
  { user_id, id }: Pick<TelephonyConnection, 'user_id' | 'id'>,
  number: string,
): Promise<boolean> {
  return attemptUntil(async () => {
    const connection = await getRecord(table, user_id, 'account_connection', id);
    if (connection?.type !== 'account_connection_telephony') return false;
    const pool = connection.steering_pool;
    if (pool.includes(number)) return true;
    if (pool.length >= MAX_POOL) return false;
    const isAdded = await isWritten(() =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: recordKey(user_id, 'account_connection', id),
          UpdateExpression: 'SET steering_pool = list_append(steering_pool, :numbers)',
          ConditionExpression: 'size(steering_pool) = :size AND NOT contains(steering_pool, :number)',
          ExpressionAttributeValues: { ':numbers': [number], ':number': number, ':size': pool.length },
        }),
      ),
    );
    return isAdded || undefined;
  });
}

/** Removes a number from a pool. Returns false if the pool does not contain it. */
export async function removeFromPool(
  table: Table,
  { user_id, id }: Pick<TelephonyConnection, 'user_id' | 'id'>,
  number: string,
): Promise<boolean> {
  return attemptUntil(async () => {
    const connection = await getRecord(table, user_id, 'account_connection', id);
    const index =
      connection?.type === 'account_connection_telephony' ? connection.steering_pool.indexOf(number) : -1;
    if (index < 0) return false;
    const isRemoved = await isWritten(() =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: recordKey(user_id, 'account_connection', id),
          UpdateExpression: `REMOVE steering_pool[${index}]`,
          ConditionExpression: `steering_pool[${index}] = :number`,
          ExpressionAttributeValues: { ':number': number },
        }),
      ),
    );
    return isRemoved || undefined;
  });
}
