import * as z from 'zod/mini';
import { id } from '../fields.ts';

export const deletion = z.lazy(() => z.object({ id, deleted: z.literal(true) }));
