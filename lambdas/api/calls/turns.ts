import * as z from 'zod/mini';
import { isFinal } from '../../domain/calls/call-state.ts';
import { type CallTurn, callTurn, shownTurn, turnsOfCall } from '../../domain/calls/turns/call-turns.ts';
import { id } from '../../domain/fields.ts';
import { cursorOf, cursorText } from '../../rest/cursor.ts';
import { defineEndpoint, Reply, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { linkHeader } from '../../rest/page-endpoint.ts';
import { pageSize } from '../../rest/query/query-values.ts';
import { nameCall } from '../../runtime/log/current-step.ts';
import { getCall } from '../../store/calls/calls.ts';
import { getTurns } from '../../store/conversations/conversations.ts';

const DEFAULT_SIZE = 50;

export const listTurns = defineEndpoint({
  operation: 'listTurns',
  method: 'GET',
  path: '/v1/calls/turns',
  summary: 'List the turns of a call',
  query: z.lazy(() =>
    z.strictObject({
      id,
      size: pageSize(),
      cursor: z.optional(cursorOf(z.strictObject({ after: z.int().check(z.minimum(1)) }))),
    }),
  ),
  response: z.array(callTurn),
  responseHeaders: ['Link'],
  tableActions: ['GetItem', 'Query'],
  namesCalls: true,
  async run({ userId, query }, { table }) {
    const key = { userId, callId: query.id };
    const call = await getCall(table, key);
    if (!call) throw notFound('call');
    nameCall(key);
    const { connection_id: connectionId } = call;
    const isOpen = !isFinal(call.status) && connectionId !== undefined;
    const turns = isOpen ? (await getTurns(table, connectionId)).map(shownTurn) : turnsOfCall(call);
    const { size = DEFAULT_SIZE, cursor } = query;
    const left = turns.filter(({ number }) => number > (cursor?.after ?? 0));
    const { agent_version } = call;
    const version = agent_version === undefined ? {} : { agent_version };
    const page: CallTurn[] = left.slice(0, size).map((turn) => ({ ...turn, ...version }));
    const after = left.length > size ? page.at(-1)?.number : undefined;
    return new Reply(page, {
      link: linkHeader(query, after === undefined ? undefined : cursorText({ after })),
    });
  },
});

export const handler = serve(listTurns);
