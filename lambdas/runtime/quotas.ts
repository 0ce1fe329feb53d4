import { type Quotas, quotas } from '../domain/quotas/quotas.ts';
import { environment } from './environment.ts';

/** The quotas from the environment. Throws without them, so that no function runs without limits. */
export const quotasOfEnvironment = (): Quotas => quotas.parse(JSON.parse(environment('QUOTAS')));
