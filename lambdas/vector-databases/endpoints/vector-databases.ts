import {
  defineCreation,
  defineDeletion,
  defineGet,
  defineList,
  defineUpdate,
} from '../../http/record-endpoints.ts';
import { vectorDatabase, vectorDatabaseInput, vectorDatabaseUpdate } from '../model/vector-database.ts';

export const createVectorDatabase = () =>
  defineCreation('vector_database', {
    body: vectorDatabaseInput,
    response: vectorDatabase,
    make: (inline, body) => inline.add('vector_database', body),
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
