import { logger } from '../../lambdas/runtime/logger.ts';

/** A handler with only the logger that every function has, which it does not use. */
export function handler(): void {
  logger.debug('Nothing.');
}
