import * as z from 'zod/mini';
import { defineEndpoint } from '../../http/endpoint.ts';
import { cursorOf, cursorText, linkHeader } from '../../http/page.ts';
import { pageSize, phoneNumberFromText } from '../../http/query/query-values.ts';
import { Reply } from '../../http/reply.ts';
import { id, phoneNumber } from '../../platform/fields.ts';
import {
  type ConsentInput,
  consentRecord,
  consentResults,
  consentsImport,
  consentsInput,
  importResults,
  type StoredConsent,
} from '../model/consent.ts';
import { csvOf, readCsv } from '../model/consents-csv.ts';
import { ADD_CONSENTS, addConsents, listConsents } from '../store/consents.ts';

interface Origin {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
}

function recordOf(input: ConsentInput, { id, userId, now }: Origin): StoredConsent {
  const { at, purpose = null, recorded_by = null, valid_until = null, ...given } = input;
  const created_at = now.toISOString();
  return {
    ...{ id, user_id: userId, at: at ?? created_at, created_at, call_id: null },
    ...{ ...given, purpose, recorded_by, valid_until },
  };
}

export const createConsents = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/consents/create',
    summary: 'Record consents and withdrawals',
    body: consentsInput,
    response: consentResults,
    tableActions: ADD_CONSENTS,
    timeoutSeconds: 29,
    async run({ userId, body }, { table, now, newId }) {
      const at = now();
      const results = body.consents.map((input) => recordOf(input, { id: newId(), userId, now: at }));
      await addConsents(table, results);
      return { results };
    },
  });

export const importConsents = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/consents/import',
    summary: 'Record consents from a CSV file',
    body: consentsImport,
    response: importResults,
    tableActions: ADD_CONSENTS,
    timeoutSeconds: 29,
    async run({ userId, body }, { table, now, newId }) {
      const at = now();
      const rows = readCsv(body.csv).map((row) => ({ ...row, id: newId() }));
      const records = rows.flatMap((row) =>
        'input' in row ? [recordOf(row.input, { id: row.id, userId, now: at })] : [],
      );
      await addConsents(table, records);
      const results = rows.map(({ line, id, ...row }) =>
        'input' in row ? { line, id, phone_number: row.input.phone_number } : { line, error: row.error },
      );
      return { results };
    },
  });

const position = z.lazy(() => z.strictObject({ phone_number: phoneNumber, id }));

const listQuery = z.lazy(() =>
  z.strictObject({
    phone_number: z.optional(phoneNumberFromText),
    size: pageSize(),
    cursor: z.optional(cursorOf(position)),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
);

/** Default number of records in a response. */
const DEFAULT_SIZE = 50;

export const listConsentRecords = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/consents/list',
    summary: 'List consents and withdrawals',
    query: listQuery,
    response: z.lazy(() => z.union([z.array(consentRecord), z.object({ csv: z.string() })])),
    responseHeaders: ['Link'],
    tableActions: ['Query'],
    async run({ userId, query }, { table }) {
      const { phone_number: phoneNumber, size = DEFAULT_SIZE, cursor, format } = query;
      const { records, hasMore } = await listConsents(table, userId, { phoneNumber, after: cursor, size });
      const last = hasMore ? records.at(-1) : undefined;
      const next = last && cursorText({ phone_number: last.phone_number, id: last.id });
      const page = format === 'csv' ? { csv: csvOf(records) } : [...records];
      return new Reply(page, { link: linkHeader(query, next) });
    },
  });
