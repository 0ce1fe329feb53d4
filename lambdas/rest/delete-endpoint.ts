import { deletion } from '../domain/calls/deletion.ts';
import { DELETE_RECORD, deleteRecord, StillReferenced } from '../store/records/delete-record.ts';
import type { ConfigurationKind, RecordKey } from '../store/records/kinds.ts';
import { findReferrers } from '../store/records/referrers.ts';
import type { Table } from '../store/table/table.ts';
import type { WriteItem } from '../store/table/write-if.ts';
import { defineEndpoint, type EndpointContract, type Schema } from './endpoint.ts';
import { ApiError, type Fault, notFound } from './errors.ts';
import { idQuery } from './query/id-query.ts';

/** Most referring records that a refusal lists. */
const MAX_NAMED = 10;

interface DeletionContract
  extends Pick<EndpointContract<Schema, Schema, Schema>, 'operation' | 'path' | 'summary'> {
  readonly kind: ConfigurationKind;
  /** What is written with the deletion. @default nothing */
  further?(table: Table, userId: string, id: string): readonly WriteItem[] | Promise<readonly WriteItem[]>;
}

/** Declares the endpoint that deletes a record of a kind, unless other records refer to it. */
export function defineDeletion({ kind, further = () => [], ...rest }: DeletionContract) {
  return defineEndpoint({
    ...rest,
    method: 'POST',
    query: idQuery,
    response: deletion,
    tableActions: [...DELETE_RECORD, 'Query'],
    async run({ userId, query: { id } }, { table }) {
      const target = { kind, id };
      try {
        const others = async () => further(table, userId, id);
        if (!(await deleteRecord(table, userId, { ...target, further: others })))
          throw notFound(wordsFor(kind));
        return { id, deleted: true } as const;
      } catch (error) {
        if (!(error instanceof StillReferenced)) throw error;
        const referrers = await findReferrers(table, userId, { target, limit: MAX_NAMED });
        throw new ApiError('conflict', faultsOf(target, referrers, error.count));
      }
    },
  });
}

/** A fault for each listed referrer, and one with the total if not all are listed. */
function faultsOf({ kind }: RecordKey, referrers: readonly RecordKey[], count: number): Fault[] {
  const target = wordsFor(kind);
  const named = referrers.map((referrer) =>
    fault(`The ${wordsFor(referrer.kind)} ${referrer.id} refers to this ${target}.`),
  );
  const rest = fault(`In total, ${count} records refer to this ${target}.`);
  return referrers.length < count ? [...named, rest] : named;
}

const fault = (msg: string): Fault => ({ loc: ['query', 'id'], msg, type: 'still_referenced' });

const wordsFor = (kind: ConfigurationKind) => kind.replaceAll('_', ' ');
