import { deletion } from '../../domain/calls/deletion.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { ApiError, notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { recordings } from '../../runtime/grants.ts';
import { nameCall } from '../../runtime/log/current-step.ts';
import { deleteCall as removeCall } from '../../store/calls/delete-call.ts';

export const deleteCall = defineEndpoint({
  operation: 'deleteCall',
  method: 'POST',
  path: '/v1/calls/delete',
  summary: 'Delete a call that is over',
  query: idQuery,
  response: deletion,
  tableActions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  grants: [recordings(['DeleteObject'])],
  namesCalls: true,
  async run({ userId, query }, { table, newId, now }) {
    const key = { userId, callId: query.id };
    const outcome = await removeCall(table, key, { requestId: newId(), now: now() });
    if (outcome === 'unknown') throw notFound('call');
    nameCall(key);
    if (outcome === 'not_over') throw notOver();
    return { id: query.id, deleted: true as const };
  },
});

function notOver(): ApiError {
  const msg = 'The call is not over; end it, or wait for its end.';
  return new ApiError('conflict', [{ loc: ['query', 'id'], msg, type: 'call_not_over' }]);
}

export const handler = serve(deleteCall);
