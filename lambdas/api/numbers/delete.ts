import { deletion } from '../../domain/deletion.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { idQuery } from '../../platform/id-query.ts';
import { DELETE_RECORD } from '../../store/delete-record.ts';
import { deleteNumber as removeNumber } from '../../store/numbers.ts';
import { getRecord } from '../../store/records.ts';

export const deleteNumber = defineEndpoint({
  operation: 'deleteNumber',
  method: 'POST',
  path: '/v1/numbers/delete',
  summary: 'Delete the record of a number that was cancelled',
  query: idQuery,
  response: deletion,
  tableActions: DELETE_RECORD,
  async run({ userId, query: { id } }, { table }) {
    const number = await getRecord(table, userId, 'number', id);
    if (!number) throw notFound('number');
    if (number.active) throw conflict('The number is active: cancel it first.', 'number_active');
    if (number.settle_at !== undefined) {
      throw conflict(
        'The number is yet to be settled with the vendor: try again in a few minutes.',
        'number_returning',
      );
    }
    if (!(await removeNumber(table, number))) throw notFound('number');
    return { id, deleted: true } as const;
  },
});

export const handler = serve(deleteNumber);

const conflict = (msg: string, type: string) =>
  new DomainError('conflict', [{ loc: ['query', 'id'], msg, type }]);
