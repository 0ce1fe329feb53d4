import * as z from 'zod/mini';
import { id } from '../fields.ts';

/** The answer to the deletion of a record. */
export const deletion = z.lazy(() => z.object({ id, deleted: z.literal(true) }));
