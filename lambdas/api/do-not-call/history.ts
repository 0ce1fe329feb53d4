import * as z from 'zod/mini';
import { doNotCallEntry, toDoNotCallEntry } from '../../domain/do-not-call/do-not-call.ts';
import { id } from '../../domain/fields.ts';
import { cursorOf, cursorText } from '../../rest/cursor.ts';
import { defineEndpoint, Reply, serve } from '../../rest/endpoint.ts';
import { linkHeader } from '../../rest/page-endpoint.ts';
import { pageSize, phoneNumberFromText } from '../../rest/query/query-values.ts';
import { listHistory } from '../../store/do-not-call/list.ts';

/** Entries of an answer, unless the request says how many. */
const DEFAULT_SIZE = 50;

export const listDoNotCallHistory = defineEndpoint({
  operation: 'listDoNotCallHistory',
  method: 'GET',
  path: '/v1/do_not_call/history',
  summary: 'List the do-not-call history of a number',
  query: z.lazy(() =>
    z.strictObject({
      phone_number: phoneNumberFromText,
      size: pageSize(),
      cursor: z.optional(cursorOf(z.strictObject({ after: id }))),
    }),
  ),
  response: z.lazy(() => z.array(doNotCallEntry)),
  responseHeaders: ['Link'],
  tableActions: ['GetItem', 'Query'],
  async run({ userId, query }, { table }) {
    const { phone_number: phoneNumber, size = DEFAULT_SIZE, cursor } = query;
    const reading = { after: cursor?.after, size };
    const { entries, next } = await listHistory(table, { userId, phoneNumber }, reading);
    const link = linkHeader(query, next && cursorText({ after: next }));
    return new Reply(
      entries.map((entry) => toDoNotCallEntry(userId, entry)),
      { link },
    );
  },
});

export const handler = serve(listDoNotCallHistory);
