import * as z from 'zod/mini';
import { doNotCallEntry, toDoNotCallEntry } from '../../domain/do-not-call/do-not-call.ts';
import { phoneNumber } from '../../domain/fields.ts';
import { cursorOf, cursorText } from '../../rest/cursor.ts';
import { defineEndpoint, Reply, serve } from '../../rest/endpoint.ts';
import { linkHeader } from '../../rest/page-endpoint.ts';
import { pageSize } from '../../rest/query/query-values.ts';
import { listEntries } from '../../store/do-not-call/list.ts';

/** Entries of an answer, unless the request says how many. */
const DEFAULT_SIZE = 50;

export const listDoNotCallNumbers = defineEndpoint({
  operation: 'listDoNotCallNumbers',
  method: 'GET',
  path: '/v1/do_not_call/list',
  summary: 'List the do-not-call list',
  query: z.lazy(() =>
    z.strictObject({
      size: pageSize(),
      cursor: z.optional(cursorOf(z.strictObject({ after: phoneNumber }))),
    }),
  ),
  response: z.lazy(() => z.array(doNotCallEntry)),
  responseHeaders: ['Link'],
  tableActions: ['Query'],
  async run({ userId, query }, { table }) {
    const { size = DEFAULT_SIZE, cursor } = query;
    const { entries, next } = await listEntries(table, userId, { after: cursor?.after, size });
    const link = linkHeader(query, next && cursorText({ after: next }));
    return new Reply(
      entries.map((entry) => toDoNotCallEntry(userId, entry)),
      { link },
    );
  },
});

export const handler = serve(listDoNotCallNumbers);
