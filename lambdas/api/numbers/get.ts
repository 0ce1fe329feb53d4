import { compactNumber } from '../../domain/number.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { phoneQuery, unknownNumber } from '../../platform/phone-query.ts';
import { findNumber } from '../../store/numbers.ts';
import { loadCompactNumber } from '../../store/shown-numbers.ts';

export const getNumber = defineEndpoint({
  operation: 'getNumber',
  method: 'GET',
  path: '/v1/numbers',
  summary: 'Get a number with its inbound agent in compact form',
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
