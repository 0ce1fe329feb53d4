import { accountConnection, steeringPoolRemoval } from '../../domain/records/account-connection.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { invalidInput } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { requireTelephonyConnection } from '../../rest/require-record.ts';
import { removeFromPool } from '../../store/records/steering-pool.ts';

export const removeFromSteeringPool = defineEndpoint({
  operation: 'removeFromSteeringPool',
  method: 'POST',
  path: '/v1/account_connections/remove_from_steering_pool',
  summary: 'Remove a number from the steering pool',
  query: idQuery,
  body: steeringPoolRemoval,
  response: accountConnection,
  tableActions: ['GetItem', 'UpdateItem'],
  async run({ userId, query, body }, { table }) {
    const connection = await requireTelephonyConnection(table, userId, query.id);
    if (await removeFromPool(table, connection, body.phone_number))
      return requireTelephonyConnection(table, userId, query.id);
    const msg = 'The number is not in the steering pool.';
    throw invalidInput([{ loc: ['body', 'phone_number'], msg, type: 'not_in_pool' }]);
  },
});

export const handler = serve(removeFromSteeringPool);
