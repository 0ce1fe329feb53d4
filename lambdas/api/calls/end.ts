import { call } from '../../domain/calls/call.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { nameCall } from '../../runtime/log/current-step.ts';
import { PRICES } from '../../runtime/variables/prices.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
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
  variables: [PRICES],
  namesCalls: true,
  async run({ userId, query }, { table, now }) {
    const key = { userId, callId: query.id };
    const prices = readVariable(PRICES);
    const ended = await finishCall(table, key, { transition: 'end', now: now(), endedBy: 'api', prices });
    if (ended) nameCall(key);
    const shown = ended && (await loadShownCall(table, ended, { prices }));
    if (!shown) throw notFound('call');
    return shown;
  },
});

export const handler = serve(endCall);
