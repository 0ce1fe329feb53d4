import {
  vectorDatabase,
  vectorDatabaseInput,
  vectorDatabaseUpdate,
} from '../domain/records/vector-database.ts';
import {
  defineCreation,
  defineDeletion,
  defineGet,
  defineList,
  defineUpdate,
} from '../rest/record-endpoints.ts';
import { CREATE_RECORDS, createRecords } from '../store/records/records.ts';

export const createVectorDatabase = () =>
  defineCreation('vector_database', {
    body: vectorDatabaseInput,
    response: vectorDatabase,
    tableActions: CREATE_RECORDS,
    async run({ userId, body }, { table, newId }) {
      const record = { ...body, id: newId(), user_id: userId };
      await createRecords(table, [{ kind: 'vector_database', record }]);
      return record;
    },
  });

export const getVectorDatabase = () => defineGet('vector_database', vectorDatabase);

export const listVectorDatabases = () => defineList('vector_database', vectorDatabase);

export const updateVectorDatabase = () =>
  defineUpdate('vector_database', {
    body: vectorDatabaseUpdate,
    response: vectorDatabase,
    tableActions: ['GetItem', 'UpdateItem'],
  });

export const deleteVectorDatabase = () => defineDeletion('vector_database');
