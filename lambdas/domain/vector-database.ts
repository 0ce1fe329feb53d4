import * as z from 'zod/mini';
import { ownerFields, readOnlyFields, requiredText } from './fields.ts';

const fields = () => ({
  type: z.literal('vector_database_vendor_a'),
  index: requiredText(200),
  api_key: requiredText(500),
  api_environment: requiredText(200),
});

/** What a user sends to create a vector database. */
export const vectorDatabaseInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...fields() }));

/** A vector database that an agent takes knowledge from. */
export const vectorDatabase = z.lazy(() => z.object({ ...ownerFields, ...fields() }));
export type VectorDatabase = z.infer<typeof vectorDatabase>;
