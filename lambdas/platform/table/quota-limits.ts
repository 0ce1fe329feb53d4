import * as z from 'zod/mini';
import { json } from '../variables/codecs.ts';
import type { Variable } from '../variables/variable.ts';

const limits = z.record(z.string(), z.nullable(z.number()));
/** Limits by name; null for none. */
export type QuotaLimits = z.infer<typeof limits>;

/** The limits of each user. A function without them fails, rather than run without limits. */
export const QUOTAS: Variable<QuotaLimits> = { name: 'QUOTAS', codec: json(limits) };
