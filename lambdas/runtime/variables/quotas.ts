import { type Quotas, quotas } from '../../domain/quotas/quotas.ts';
import { json } from './codecs.ts';
import type { Variable } from './variable.ts';

/** The limits of each user; without them a function fails, rather than have none. */
export const QUOTAS: Variable<Quotas> = { name: 'QUOTAS', codec: json(quotas) };
