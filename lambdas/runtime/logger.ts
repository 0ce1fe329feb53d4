import { Logger } from '@aws-lambda-powertools/logger';

/** Structured log of this function; its level is the variable POWERTOOLS_LOG_LEVEL. Never give it bodies, tokens, transcripts or whole phone numbers. */
export const logger = new Logger();
