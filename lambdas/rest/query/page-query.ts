import * as z from 'zod/mini';
import { id, integerBetween } from '../../domain/fields.ts';
import { cursorOf, MALFORMED_CURSOR } from '../cursor.ts';
import { booleanFromText, numberFromText, optionalParameter } from './query-values.ts';

/** The position of a cursor, and its page number when a client follows the links. */
const position = z.lazy(() =>
  z.strictObject({ after: id, page: z.int().check(z.minimum(2)), descending: z.boolean() }),
);
export type PagePosition = z.infer<typeof position>;

/** The query of paged lists. Both sort columns are the order of creation, the only one there is. */
export const pageQuery = z.lazy(() =>
  z
    .strictObject({
      page: z.optional(z.pipe(numberFromText, integerBetween(1, 1_000_000_000))),
      size: z._default(z.pipe(numberFromText, integerBetween(1, 100)), 10),
      sort_column: optionalParameter(z.enum(['id', 'created_at'])),
      sort_desc: z._default(z.pipe(booleanFromText, z.boolean()), false),
      cursor: z.optional(cursorOf(position)),
    })
    .check(
      z.refine(({ page, cursor }) => page === undefined || !cursor, {
        path: ['page'],
        error: 'Send either a cursor or a page, not both.',
      }),
      ({ value, issues }) => {
        if (!value.cursor || value.cursor.descending === value.sort_desc) return;
        issues.push({ ...MALFORMED_CURSOR, input: '', path: ['cursor'] });
      },
    ),
);
