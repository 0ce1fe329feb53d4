import * as z from 'zod/mini';
import { json } from './codecs.ts';
import type { Variable } from './variable.ts';

const quotas = z.record(z.string(), z.nullable(z.number()));
/** Limits by name; null for none. */
export type Quotas = z.infer<typeof quotas>;

/** The limits of each user. A function without them fails, rather than run without limits. */
export const QUOTAS: Variable<Quotas> = { name: 'QUOTAS', codec: json(quotas) };
