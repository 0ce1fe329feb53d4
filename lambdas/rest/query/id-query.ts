import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

/** The query that selects a record. */
export const idQuery = z.strictObject({ id });
