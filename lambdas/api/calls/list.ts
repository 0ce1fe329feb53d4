import * as z from 'zod/mini';
import { callStatus, direction, listedCall } from '../../domain/calls/call.ts';
import { id, integerBetween } from '../../domain/fields.ts';
import { cursorOf, cursorText } from '../../rest/cursor.ts';
import { defineEndpoint, Reply, serve } from '../../rest/endpoint.ts';
import { linkHeader } from '../../rest/link-header.ts';
import {
  numberFromText,
  optionalParameter,
  phoneNumberFromText,
  timeFromText,
} from '../../rest/query-values.ts';
import { listCalls as loadCalls } from '../../store/calls/list-calls.ts';
import { CALLS_INDEX } from '../../store/table/keys.ts';

/** A Lambda function may return 6 MB. All that is read must take a small part of 512 MB and 10 s. */
const BOUNDS = { answerBytes: 5_000_000, readBytes: 16_000_000, indexPages: 4 };

const query = z.lazy(() =>
  z.strictObject({
    status: optionalParameter(callStatus),
    agent: optionalParameter(id),
    from_number: optionalParameter(phoneNumberFromText),
    to_number: optionalParameter(phoneNumberFromText),
    direction: optionalParameter(direction),
    created_after: optionalParameter(timeFromText),
    created_before: optionalParameter(timeFromText),
    size: z.optional(z.pipe(numberFromText, integerBetween(1, 100))),
    cursor: z.optional(cursorOf(z.strictObject({ after: id }))),
  }),
);

export const listCalls = defineEndpoint({
  operation: 'listCalls',
  method: 'GET',
  path: '/v1/calls/list',
  summary: 'List calls, newest first',
  query,
  response: z.array(listedCall),
  responseHeaders: ['Link', 'X-Total-Count'],
  tableActions: ['GetItem', 'Query', 'BatchGetItem'],
  tableIndexes: [CALLS_INDEX],
  async run({ userId, query }, { table }) {
    const { size, cursor, ...filter } = query;
    const request = { filter, after: cursor?.after, size, bounds: BOUNDS };
    const { calls, next, total } = await loadCalls(table, userId, request);
    return new Reply([...calls], {
      link: linkHeader(query, next && cursorText({ after: next })),
      ...(total !== undefined && { 'x-total-count': String(total) }),
    });
  },
});

export const handler = serve(listCalls);
