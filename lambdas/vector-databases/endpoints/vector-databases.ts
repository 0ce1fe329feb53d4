import { failedChecksPerMinute } from '../../account-connections/model/settings.ts';
import { CHECKS } from '../../account-connections/requests/require-valid-account.ts';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { takeUse } from '../../http/limits/user-limits.ts';
import { idQuery } from '../../http/query/query-values.ts';
import * as records from '../../http/record-endpoints.ts';
import { KINDS } from '../../kinds.ts';
import { outboundAllowedNetworks } from '../../platform/outbound/settings.ts';
import { getRecord } from '../../records/store/records.ts';
import { issueOfSearch } from '../look-up.ts';
import { vectorDatabase as vendor } from '../model/settings.ts';
import {
  vectorDatabase,
  vectorDatabaseCheck,
  vectorDatabaseInput,
  vectorDatabaseKind,
  vectorDatabaseUpdate,
} from '../model/vector-database.ts';

export const createVectorDatabase = () =>
  records.defineCreation(vectorDatabaseKind, {
    body: vectorDatabaseInput,
    make: (inline, body) => inline.add(vectorDatabaseKind, body),
  });

export const getVectorDatabase = () => records.defineGet(vectorDatabaseKind);

export const listVectorDatabases = () => records.defineList(vectorDatabaseKind, vectorDatabase);

export const updateVectorDatabase = () =>
  records.defineUpdate(vectorDatabaseKind, { body: vectorDatabaseUpdate });

export const deleteVectorDatabase = () => records.defineDeletion(vectorDatabaseKind, { referrers: KINDS });

export const checkVectorDatabase = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/vector_databases/check',
    summary: 'Search a vector database once',
    query: idQuery,
    response: vectorDatabaseCheck,
    tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
    variables: [vendor.apiUrl, outboundAllowedNetworks, failedChecksPerMinute],
    async run({ userId, query: { id: recordId } }, { table, now }) {
      const database = await getRecord(table, userId, vectorDatabaseKind, recordId);
      if (!database) throw notFound('vector database');
      await takeUse(table, CHECKS, { userId, now: now() });
      await recordUse(table, { userId, kind: 'vector_database', recordId });
      const issue = await issueOfSearch(database);
      return { ok: issue === undefined, message: issue ?? 'A search in the index succeeds.' };
    },
  });
