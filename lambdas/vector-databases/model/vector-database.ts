import * as z from 'zod/mini';
import { ownerFields, readOnlyFields, requiredText } from '../../platform/fields.ts';
import { patchOf } from '../../platform/patch.ts';
import { secretOf } from '../../platform/visible-fields.ts';
import type { Kind } from '../../records/model/kind.ts';

const vectorDatabaseShape = () => ({
  type: z.literal('vector_database_vendor_a'),
  index: requiredText(200),
  api_key: secretOf('vector_databases', requiredText(500)),
  api_environment: requiredText(200),
});

export const vectorDatabaseUpdate = patchOf(vectorDatabaseShape);

export const vectorDatabaseInput = z.lazy(() =>
  z.strictObject({ ...readOnlyFields, ...vectorDatabaseShape() }),
);

export const vectorDatabase = z.lazy(() => z.object({ ...ownerFields, ...vectorDatabaseShape() }));
export type VectorDatabase = z.infer<typeof vectorDatabase>;

export const vectorDatabaseKind: Kind<VectorDatabase> = {
  name: 'vector_database',
  schema: vectorDatabase,
  quota: 'vector_databases',
};

export const vectorDatabaseCheck = z.lazy(() => z.object({ ok: z.boolean(), message: z.string() }));
