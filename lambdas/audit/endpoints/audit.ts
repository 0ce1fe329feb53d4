import * as z from 'zod/mini';
import { defineEndpoint } from '../../http/endpoint.ts';
import { cursorOf, cursorText, linkHeader } from '../../http/page.ts';
import { numberFromText, optionalParameter, timeFromText } from '../../http/query/query-values.ts';
import { Reply } from '../../http/reply.ts';
import { id, integerBetween, requiredPrintableText } from '../../platform/fields.ts';
import { auditEntry, auditedKind } from '../model/audit-entry.ts';
import { findAuditEntries } from '../store/audit-entries.ts';

const DEFAULT_SIZE = 50;

export const listAuditEntries = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/audit',
    summary: 'List changes to your records',
    query: z.lazy(() =>
      z.strictObject({
        record: optionalParameter(requiredPrintableText(100)),
        kind: optionalParameter(auditedKind),
        from: optionalParameter(timeFromText),
        until: optionalParameter(timeFromText),
        size: z.optional(z.pipe(numberFromText, integerBetween(1, 100))),
        cursor: z.optional(cursorOf(z.strictObject({ after: id }))),
      }),
    ),
    response: z.array(auditEntry),
    responseHeaders: ['Link'],
    tableActions: ['Query'],
    async run({ userId, query }, { table }) {
      const { record: recordId, size = DEFAULT_SIZE, cursor, ...filter } = query;
      const search = { ...filter, recordId, size, after: cursor?.after };
      const { items, next } = await findAuditEntries(table, userId, search);
      return new Reply([...items], { link: linkHeader(query, next && cursorText({ after: next })) });
    },
  });
