import { deletion } from '../../domain/calls/deletion.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/id-query.ts';
import { deleteNumber as removeNumber } from '../../store/numbers/numbers.ts';
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
  new DomainError('conflict', [{ loc: ['query', 'id'], msg, type }]);
