import * as z from 'zod/mini';
import { listedCall, toListedCall } from '../../domain/call.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { listCalls as loadCalls } from '../../store/calls.ts';

/** A Lambda function may answer 6 MB. */
const MAX_LISTED_BYTES = 5_000_000;

export const listCalls = defineEndpoint({
  operation: 'listCalls',
  method: 'GET',
  path: '/v1/calls/list',
  summary: 'List calls, newest first',
  response: z.array(listedCall),
  tableActions: ['Query'],
  async run({ userId }, { table }) {
    return (await loadCalls(table, userId, MAX_LISTED_BYTES)).map(toListedCall);
  },
});

export const handler = serve(listCalls);
