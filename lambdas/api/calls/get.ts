import { call, toCall } from '../../domain/call.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/errors.ts';
import { idQuery } from '../../platform/id-query.ts';
import { getCall as loadCall } from '../../store/calls.ts';

export const getCall = defineEndpoint({
  operation: 'getCall',
  method: 'GET',
  path: '/v1/calls',
  summary: 'Get a call with its agent as it was when the call began',
  query: idQuery,
  response: call,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const stored = await loadCall(table, { userId, callId: query.id });
    if (!stored) throw notFound('call');
    return toCall(stored);
  },
});

export const handler = serve(getCall);
