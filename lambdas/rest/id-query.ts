import * as z from 'zod/mini';
import { id } from '../domain/fields.ts';

/** The query of operations on one record: which one. */
export const idQuery = z.strictObject({ id });
