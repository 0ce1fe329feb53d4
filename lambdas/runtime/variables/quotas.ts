import { type Quotas, quotas } from '../../domain/quotas/quotas.ts';
import { json } from './codecs.ts';
import type { Variable } from './variable.ts';

/** The limits of each user. A function without them fails, rather than run without limits. */
export const QUOTAS: Variable<Quotas> = { name: 'QUOTAS', codec: json(quotas) };
