import * as records from '../../http/record-endpoints.ts';
import { vectorDatabase, vectorDatabaseInput, vectorDatabaseUpdate } from '../model/vector-database.ts';

export const createVectorDatabase = () =>
  records.defineCreation('vector_database', {
    body: vectorDatabaseInput,
    make: (inline, body) => inline.add('vector_database', body),
  });

export const getVectorDatabase = () => records.defineGet('vector_database');

export const listVectorDatabases = () => records.defineList('vector_database', vectorDatabase);

export const updateVectorDatabase = () =>
  records.defineUpdate('vector_database', { body: vectorDatabaseUpdate });

export const deleteVectorDatabase = () => records.defineDeletion('vector_database');
