import { call } from '../../domain/calls/call.ts';
import { notFound } from '../../domain/errors.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/id-query.ts';
import { FINISH_CALL, finishCall } from '../../store/calls/finish-call.ts';
import { loadShownCall } from '../../store/calls/shown-call.ts';

export const endCall = defineEndpoint({
  operation: 'endCall',
  method: 'POST',
  path: '/v1/calls/end',
  summary: 'End a call',
  query: idQuery,
  response: call,
  tableActions: FINISH_CALL,
  async run({ userId, query }, { table, now }) {
    const key = { userId, callId: query.id };
    const ended = await finishCall(table, key, { transition: 'end', now: now(), endedBy: 'api' });
    if (!ended) throw notFound('call');
    return loadShownCall(table, ended);
  },
});

export const handler = serve(endCall);
