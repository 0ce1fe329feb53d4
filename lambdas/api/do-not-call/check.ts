import { doNotCallCheck, toDoNotCallEntry } from '../../domain/do-not-call/do-not-call.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { phoneQuery } from '../../rest/query/id-query.ts';
import { loadEntry } from '../../store/do-not-call/entries.ts';

export const checkDoNotCallNumber = defineEndpoint({
  operation: 'checkDoNotCallNumber',
  method: 'GET',
  path: '/v1/do_not_call/check',
  summary: 'Check a number against the do-not-call list',
  query: phoneQuery,
  response: doNotCallCheck,
  tableActions: ['GetItem'],
  async run({ userId, query: { phone_number } }, { table }) {
    const entry = await loadEntry(table, userId, phone_number);
    return {
      phone_number,
      listed: entry !== undefined,
      entry: entry ? toDoNotCallEntry(userId, entry) : null,
    };
  },
});

export const handler = serve(checkDoNotCallNumber);
