import * as z from 'zod/mini';
import { id } from '../fields.ts';

/** What is answered when a record was deleted. */
export const deletion = z.lazy(() => z.object({ id, deleted: z.literal(true) }));
