import * as z from 'zod/mini';
import type { TableAction } from '../runtime/grants.ts';
import { listRecords, PageTooLarge } from '../store/lists/pages.ts';
import type { ConfigurationKind } from '../store/records/kinds.ts';
import type { ListKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { cursorText } from './cursor.ts';
import { defineEndpoint, type EndpointContract, Reply, type Schema } from './endpoint.ts';
import { invalidInput } from './errors.ts';
import { linkHeader } from './link-header.ts';
import { type PagePosition, pageQuery } from './query/page-query.ts';

/** A Lambda function may return 6 MB. */
const MAX_PAGE_BYTES = 5_000_000;

/** The differences between paged lists. */
interface PageContract<Row extends Schema>
  extends Pick<EndpointContract<Schema, Schema, Schema>, 'operation' | 'path' | 'summary'> {
  readonly kind: ConfigurationKind;
  /** The schema of a listed record: picks its shown fields. */
  readonly row: Row;
  /** Shows the rows of a page. @default as its schema picks them */
  show?(table: Table, userId: string, items: readonly Record<string, unknown>[]): Promise<z.output<Row>[]>;
  /** Table actions of `show`. @default none */
  showActions?: readonly TableAction[];
}

export function definePagedList<Row extends Schema>({
  kind,
  row,
  show = async (_table, _userId, items) => items.map((item) => row.parse(item)),
  showActions = [],
  ...rest
}: PageContract<Row>) {
  return defineEndpoint({
    ...rest,
    method: 'GET',
    query: pageQuery,
    response: z.lazy(() => pageOf(row)),
    responseHeaders: ['Link'],
    tableActions: ['GetItem', 'Query', ...showActions],
    async run({ userId, query }, { table }) {
      const { items, link, ...page } = await readPage(table, { userId, kind }, { query });
      return new Reply({ items: await show(table, userId, items), ...page }, { link });
    },
  });
}

interface PageReading {
  readonly query: z.output<typeof pageQuery>;
  /** Records on the page. @default as many as the query asks for */
  readonly size?: number;
}

/** The requested page of stored records, and links to other pages. */
export async function readPage(table: Table, list: ListKey, { query, size = query.size }: PageReading) {
  const { page = 1, sort_desc: descending, cursor } = query;
  const request = { size, descending, maxBytes: MAX_PAGE_BYTES };
  const place = cursor ? { after: cursor.after } : { page };
  const { items, hasMore, total, last } = await listRecords(table, list, { ...place, ...request }).catch(
    throwTooLarge,
  );
  const number = cursor?.page ?? page;
  const position: PagePosition | undefined =
    hasMore && last !== undefined ? { after: last, page: number + 1, descending } : undefined;
  const link = linkHeader(query, position && cursorText(position));
  return { items, link, page: number, size, has_more: hasMore, total, total_is_estimated: false };
}

export const pageOf = <Row extends Schema>(row: Row) =>
  z.object({
    items: z.array(row),
    page: z.int(),
    size: z.int(),
    has_more: z.boolean(),
    total: z.int(),
    total_is_estimated: z.boolean(),
  });

/** Throws the fault of a page whose records do not fit into one answer. */
export function throwTooLarge(error: unknown): never {
  if (!(error instanceof PageTooLarge)) throw error;
  const msg = 'The records of this page are too large for one answer; request a smaller size.';
  throw invalidInput([{ loc: ['query', 'size'], msg, type: 'page_too_large' }]);
}
