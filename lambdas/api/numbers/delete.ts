import { deletion } from '../../domain/calls/deletion.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { ApiError, notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { deleteNumber as removeNumber } from '../../store/numbers/cancel-number.ts';
import { DELETE_RECORD } from '../../store/records/delete-record.ts';
import { getRecord } from '../../store/records/records.ts';

export const deleteNumber = defineEndpoint({
  operation: 'deleteNumber',
  method: 'POST',
  path: '/v1/numbers/delete',
  summary: 'Delete a cancelled number',
  query: idQuery,
  response: deletion,
  tableActions: DELETE_RECORD,
  async run({ userId, query: { id } }, { table }) {
    const number = await getRecord(table, userId, 'number', id);
    if (!number) throw notFound('number');
    if (number.active) throw conflict('The number is active; cancel it first.', 'number_active');
    if (number.settle_at !== undefined) {
      throw conflict(
        'The number has yet to be reconciled with the vendor; try again in a few minutes.',
        'number_returning',
      );
    }
    if (!(await removeNumber(table, number))) throw notFound('number');
    return { id, deleted: true } as const;
  },
});

export const handler = serve(deleteNumber);

const conflict = (msg: string, type: string) =>
  new ApiError('conflict', [{ loc: ['query', 'id'], msg, type }]);
