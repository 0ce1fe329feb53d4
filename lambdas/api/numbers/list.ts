import * as z from 'zod/mini';
import { number, olderNumber } from '../../domain/records/number.ts';
import { defineEndpoint, Reply, serve } from '../../rest/endpoint.ts';
import { pageOf, pageQuery, readPage } from '../../rest/page-endpoint.ts';

/** Numbers in one answer of the older version: they fit with the largest contexts. */
const OLDER_SIZE = 250;

export const listNumbers = defineEndpoint({
  operation: 'listNumbers',
  method: 'GET',
  path: '/v1/numbers/list',
  summary: 'List numbers in reference form',
  query: pageQuery,
  response: z.lazy(() => z.union([pageOf(number), z.array(olderNumber)])),
  responseHeaders: ['Link', 'X-Total-Count'],
  tableActions: ['GetItem', 'Query'],
  async run({ userId, query, apiVersion }, { table }) {
    const isOlder = apiVersion === '2023-08';
    const reading = { query, ...(isOlder && { size: OLDER_SIZE }) };
    const { items, link, ...page } = await readPage(table, { userId, kind: 'number' }, reading);
    const headers = { link, 'x-total-count': String(page.total) };
    if (isOlder) return new Reply(z.array(olderNumber).parse(items), headers);
    return new Reply({ items: z.array(number).parse(items), ...page }, headers);
  },
});

export const handler = serve(listNumbers);
