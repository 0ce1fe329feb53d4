import { call } from '../../domain/calls/call.ts';
import { notFound } from '../../domain/errors.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/id-query.ts';
import { getCall as loadCall } from '../../store/calls/calls.ts';
import { loadShownCall } from '../../store/calls/shown-call.ts';

export const getCall = defineEndpoint({
  operation: 'getCall',
  method: 'GET',
  path: '/v1/calls',
  summary: 'Get a call with its agent',
  query: idQuery,
  response: call,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const stored = await loadCall(table, { userId, callId: query.id });
    if (!stored) throw notFound('call');
    return loadShownCall(table, stored);
  },
});

export const handler = serve(getCall);
