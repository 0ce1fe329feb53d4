import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/**
 * The route of the instructions that the vendor uses if the service's own fail. No function answers it, so it works
 * when functions do not.
 */
export const FALLBACK_PATH = '/telephony/fallback';

/** The URL that the vendor requests when it cannot fetch or run a call's instructions. */
export const fallbackUrl = (): string => `${readVariable(CALLBACK_BASE_URL)}${FALLBACK_PATH}`;
