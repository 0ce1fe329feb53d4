import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FieldUpdate } from '../../platform/table/field-update.ts';
import { beginningWith, queryPages } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil, tryWrite } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { recordUpdate } from '../../records/store/field-changes.ts';
import { getRecord } from '../../records/store/records.ts';
import type { TelephonyConnection } from '../model/account-connection.ts';
import { accountConnectionKind, MAX_POOL } from '../model/account-connection.ts';

// The numbers of a telephony connection are its `steering_pool`.

type PoolKey = Pick<TelephonyConnection, 'user_id' | 'id'>;

export async function numbersOfConnection(table: Table, { user_id, id }: PoolKey): Promise<string[]> {
  const numbers: string[] = [];
  const pages = queryPages(table, {
    ...beginningWith(recordKey(user_id, 'number', ''), { ':id': id, ':true': true }),
    FilterExpression: 'telephony_account_connection = :id AND active = :true',
  });
  for await (const items of pages) numbers.push(...items.map(({ number }) => String(number)));
  return numbers;
}

/** Adds a number to a pool. Returns false if the pool is full. */
export const addToPool = (table: Table, connection: PoolKey, number: string): Promise<boolean> =>
  changePool(table, connection, (pool) => {
    if (pool.includes(number)) return true;
    if (pool.length >= MAX_POOL) return false;
    return {
      clause: ', steering_pool = list_append(steering_pool, :numbers)',
      condition: 'size(steering_pool) = :size AND NOT contains(steering_pool, :number)',
      values: { ':numbers': [number], ':number': number, ':size': pool.length },
    };
  });

export const removeFromPool = (table: Table, connection: PoolKey, number: string): Promise<boolean> =>
  changePool(table, connection, (pool) => {
    const element = `steering_pool[${pool.indexOf(number)}]`;
    if (!pool.includes(number)) return false;
    return {
      clause: ` REMOVE ${element}`,
      condition: `${element} = :number`,
      values: { ':number': number },
    };
  });

interface PoolChange extends Required<Pick<FieldUpdate, 'condition' | 'values'>> {
  readonly clause: string;
}

function changePool(
  table: Table,
  { user_id, id }: PoolKey,
  plan: (pool: readonly string[]) => PoolChange | boolean,
): Promise<boolean> {
  return attemptUntil(async () => {
    const connection = await getRecord(table, user_id, accountConnectionKind, id);
    if (connection?.type !== 'account_connection_telephony') return false;
    const planned = plan(connection.steering_pool);
    if (typeof planned === 'boolean') return planned;
    const { clause, ...state } = planned;
    const update = recordUpdate(table, user_id, { kind: accountConnectionKind, id, changes: { id }, state });
    const UpdateExpression = `${update.UpdateExpression}${clause}`;
    const command = new UpdateCommand({ ...update, UpdateExpression });
    return (await tryWrite(() => table.client.send(command))) || undefined;
  });
}
