import { Logger } from '@aws-lambda-powertools/logger';

/**
 * The structured log of a function; POWERTOOLS_LOG_LEVEL sets its level. Never log bodies, tokens, transcripts or whole
 * phone numbers.
 */
export const logger = new Logger();
