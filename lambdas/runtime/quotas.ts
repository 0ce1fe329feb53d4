import { type Quotas, quotas } from '../domain/quotas/quotas.ts';
import { environment } from './environment.ts';

/** The limits that the stack sets; without them a function fails, rather than have none. */
export const quotasOfEnvironment = (): Quotas => quotas.parse(JSON.parse(environment('QUOTAS')));
