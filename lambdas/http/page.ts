import * as z from 'zod/mini';
import { id, integerBetween } from '../platform/fields.ts';
import { tryParseJson } from '../platform/parse-json.ts';
import type { Table } from '../platform/table/table.ts';
import type { ListKey } from '../records/keys.ts';
import { listRecords, PageTooLarge } from '../records/store/lists/pages.ts';
import type { Schema } from './endpoint.ts';
import { invalidInput } from './errors.ts';
import { booleanFromText, numberFromText, optionalParameter } from './query/query-values.ts';

/** The position of a cursor, and its page number when a client follows the links. */
const position = z.lazy(() =>
  z.strictObject({ after: id, page: z.int().check(z.minimum(2)), descending: z.boolean() }),
);
type PagePosition = z.infer<typeof position>;

export const cursorOrPage = z.refine<{ page?: number | undefined; cursor?: unknown }>(
  ({ page, cursor }) => page === undefined || !cursor,
  { path: ['page'], error: 'Send either a cursor or a page, not both.' },
);

/** The query of paged lists. Both sort columns mean the order of creation, which is the only one. */
export const pageQuery = z.lazy(() =>
  z
    .strictObject({
      page: z.optional(z.pipe(numberFromText, integerBetween(1, 1_000_000_000))),
      size: z._default(z.pipe(numberFromText, integerBetween(1, 100)), 10),
      sort_column: optionalParameter(z.enum(['id', 'created_at'])),
      sort_desc: z._default(z.pipe(booleanFromText, z.boolean()), false),
      cursor: z.optional(cursorOf(position)),
    })
    .check(cursorOrPage, ({ value, issues }) => {
      if (!value.cursor || value.cursor.descending === value.sort_desc) return;
      issues.push({ ...MALFORMED_CURSOR, input: '', path: ['cursor'] });
    }),
);

/** A Lambda function may return 6 MB. */
const MAX_PAGE_BYTES = 5_000_000;

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
  const next = position && cursorText(position);
  return { ...pageWith(items, { page: number, size, total, next }), link: linkHeader(query, next) };
}

interface PagePlace {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** @default true */
  readonly isExact?: boolean;
  readonly next?: string | undefined;
  /** @default whether there is a cursor */
  readonly hasMore?: boolean;
}

export function pageWith<Rows extends readonly unknown[]>(
  items: Rows,
  { page, size, total, isExact = true, next, hasMore = next !== undefined }: PagePlace,
) {
  return {
    items,
    page,
    size,
    has_more: hasMore,
    total,
    total_is_estimated: !isExact,
    ...(next !== undefined && { next_cursor: next }),
  };
}

export const pageOf = <Row extends Schema>(row: Row) =>
  z.object({
    items: z.array(row),
    page: z.int(),
    size: z.int(),
    has_more: z.boolean(),
    total: z.int(),
    total_is_estimated: z.boolean(),
    // Absent on the last page.
    next_cursor: z.optional(z.string()),
  });

/** Throws an issue if the records of a page don't fit into one answer. */
export function throwTooLarge(error: unknown): never {
  if (!(error instanceof PageTooLarge)) throw error;
  const msg = 'The records of this page are too large for one answer; request a smaller size.';
  throw invalidInput([{ loc: ['query', 'size'], msg, type: 'page_too_large' }]);
}

/** Values of a query. Links omit the cursor and the page, which are positions in the list. */
type Query = Readonly<Record<string, unknown>>;

/** The links of a page (RFC 8288), as relative references of a query, correct behind any domain name or proxy. */
export function linkHeader(query: Query, nextCursor: string | undefined): string {
  const { page: _page, cursor: _cursor, ...otherParameters } = query;
  const first = `<?${parametersOf(otherParameters)}>; rel="first"`;
  if (nextCursor === undefined) return first;
  return `<?${parametersOf({ ...otherParameters, cursor: nextCursor })}>; rel="next", ${first}`;
}

function parametersOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters.toString();
}

export function cursorText(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

export const cursorOf = <S extends z.ZodMiniType>(position: S) =>
  z.pipe(
    z.string(),
    z.transform((text, { issues }): z.output<S> => {
      const { success, data } = position.safeParse(tryParseJson(Buffer.from(text, 'base64url').toString()));
      if (success) return data;
      issues.push({ ...MALFORMED_CURSOR, input: text });
      return z.NEVER;
    }),
  );

export const MALFORMED_CURSOR = { code: 'invalid_format', format: 'cursor' } as const;
