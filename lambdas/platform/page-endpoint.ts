import * as z from 'zod/mini';
import { listRecords, PageTooLarge } from '../store/listing.ts';
import type { ConfigurationKind } from '../store/records.ts';
import { defineEndpoint, type EndpointContract, type Schema } from './endpoint.ts';
import { invalidInput } from './errors.ts';
import { pageQuery } from './page-query.ts';

/** A Lambda function may answer 6 MB. */
const MAX_PAGE_BYTES = 5_000_000;

/** What paged lists differ in. */
interface PageContract<Row extends Schema>
  extends Pick<EndpointContract<Schema, Schema, Schema>, 'operation' | 'path' | 'summary'> {
  /** The kind of record that is listed. */
  readonly kind: ConfigurationKind;
  /** The listed record: picks what is shown of the stored one. */
  readonly row: Row;
  /** Completes a row; left out: it is shown as it is. */
  complete?(row: z.output<Row>): z.output<Row>;
}

/** Declares the endpoint of a paged list. */
export function definePagedList<Row extends Schema>({
  kind,
  row,
  complete = (shown) => shown,
  ...rest
}: PageContract<Row>) {
  return defineEndpoint({
    ...rest,
    method: 'GET',
    query: pageQuery,
    response: z.lazy(() => pageOf(row)),
    tableActions: ['GetItem', 'Query'],
    async run({ userId, query: { page, size, sort_desc } }, { table }) {
      const request = { page, size, descending: sort_desc, maxBytes: MAX_PAGE_BYTES };
      const { items, hasMore, total } = await listRecords(table, { userId, kind }, request).catch(
        tellTooLarge,
      );
      const rows = items.map((item) => complete(row.parse(item)));
      return { items: rows, page, size, has_more: hasMore, total, total_is_estimated: false };
    },
  });
}

const pageOf = <Row extends Schema>(row: Row) =>
  z.object({
    items: z.array(row),
    page: z.int(),
    size: z.int(),
    has_more: z.boolean(),
    total: z.int(),
    total_is_estimated: z.boolean(),
  });

function tellTooLarge(error: unknown): never {
  if (!(error instanceof PageTooLarge)) throw error;
  const msg = 'The records of this page are too large for one answer: ask for a smaller size.';
  throw invalidInput([{ loc: ['query', 'size'], msg, type: 'page_too_large' }]);
}
