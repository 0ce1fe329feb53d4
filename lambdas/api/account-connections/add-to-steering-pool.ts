import {
  accountConnection,
  steeringPoolAddition,
  type TelephonyConnection,
} from '../../domain/records/account-connection.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { ApiError, invalidInput } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { requireTelephonyConnection } from '../../rest/require-record.ts';
import { findPhone } from '../../store/numbers/numbers.ts';
import { addToPool, numbersOfConnection } from '../../store/records/steering-pool.ts';
import type { Table } from '../../store/table/table.ts';

const LOC = ['body', 'phone_number'];

export const addToSteeringPool = defineEndpoint({
  operation: 'addToSteeringPool',
  method: 'POST',
  path: '/v1/account_connections/add_to_steering_pool',
  summary: 'Add numbers to the steering pool',
  query: idQuery,
  body: steeringPoolAddition,
  bodyIsOptional: true,
  response: accountConnection,
  tableActions: ['GetItem', 'Query', 'UpdateItem'],
  async run({ userId, query, body: { phone_number: number } }, { table }) {
    const connection = await requireTelephonyConnection(table, userId, query.id);
    if (number) await requireUsable(table, connection, number);
    for (const each of number ? [number] : await numbersOfConnection(table, connection)) {
      if (!(await addToPool(table, connection, each)))
        throw new ApiError('conflict', [
          { loc: LOC, msg: 'The steering pool is full; remove a number first.', type: 'pool_full' },
        ]);
    }
    return requireTelephonyConnection(table, userId, query.id);
  },
});

export const handler = serve(addToSteeringPool);

/** The numbers of a pool can be caller IDs, so they must belong to the connection, unless it permits any caller ID. */
async function requireUsable(table: Table, connection: TelephonyConnection, number: string): Promise<void> {
  if (connection.account_supports_any_caller_id) return;
  const phone = await findPhone(table, connection.user_id, number);
  if (phone?.active && phone.telephony_account_connection === connection.id) return;
  const msg = 'The number does not belong to this connection.';
  throw invalidInput([{ loc: LOC, msg, type: 'number_not_held' }]);
}
