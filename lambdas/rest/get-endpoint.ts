import type * as z from 'zod/mini';
import type { ConfigurationKind, ConfigurationRecords } from '../store/records/kinds.ts';
import { getRecord } from '../store/records/records.ts';
import { defineEndpoint, type EndpointContract, type Schema } from './endpoint.ts';
import { notFound } from './errors.ts';
import { idQuery } from './query/id-query.ts';

type GetContract<K extends ConfigurationKind> = Pick<
  EndpointContract<Schema, Schema, z.ZodMiniType<ConfigurationRecords[K]>>,
  'operation' | 'path' | 'summary' | 'response'
> & { readonly kind: K };

/** Declares the endpoint that gets a record of a kind as it is stored. */
export const defineGet = <K extends ConfigurationKind>({ kind, ...rest }: GetContract<K>) =>
  defineEndpoint({
    ...rest,
    method: 'GET',
    query: idQuery,
    tableActions: ['GetItem'],
    async run({ userId, query }, { table }) {
      const record = await getRecord(table, userId, kind, query.id);
      if (!record) throw notFound(kind.replaceAll('_', ' '));
      return record;
    },
  });
