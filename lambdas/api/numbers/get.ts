import { compactNumber } from '../../domain/records/number.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { phoneQuery, unknownNumber } from '../../rest/query/id-query.ts';
import { findNumber } from '../../store/numbers/numbers.ts';
import { loadCompactNumber } from '../../store/numbers/shown-numbers.ts';

export const getNumber = defineEndpoint({
  operation: 'getNumber',
  method: 'GET',
  path: '/v1/numbers',
  summary: 'Get a number with its inbound agent',
  query: phoneQuery,
  response: compactNumber,
  tableActions: ['GetItem', 'BatchGetItem'],
  async run({ userId, query }, { table }) {
    const number = await findNumber(table, userId, query.phone_number);
    if (!number) throw unknownNumber();
    return loadCompactNumber(table, number);
  },
});

export const handler = serve(getNumber);
