import { call } from '../../domain/calls/call.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { PRICES } from '../../runtime/variables/prices.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { getCall as loadCall } from '../../store/calls/calls.ts';
import { loadShownCall } from '../../store/calls/shown-call.ts';
import { getSnapshot } from '../../store/snapshots/snapshots.ts';

export const getCall = defineEndpoint({
  operation: 'getCall',
  method: 'GET',
  path: '/v1/calls',
  summary: 'Get a call with its agent',
  query: idQuery,
  response: call,
  tableActions: ['GetItem'],
  variables: [PRICES],
  async run({ userId, query }, { table }) {
    const [stored, snapshot] = await Promise.all([
      loadCall(table, { userId, callId: query.id }),
      // Only a call of a batch has its snapshot elsewhere.
      getSnapshot(table, { userId, snapshotId: query.id }),
    ]);
    const shown = stored && (await loadShownCall(table, stored, { prices: readVariable(PRICES), snapshot }));
    if (!shown) throw notFound('call');
    return shown;
  },
});

export const handler = serve(getCall);
