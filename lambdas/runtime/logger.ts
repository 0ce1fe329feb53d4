import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import { logFields } from './log/log-fields.ts';

/** Lines as Powertools formats them, with the call and the step in which they were written. */
class CallLogFormatter extends LogFormatter {
  override formatAttributes(...[base, own]: Parameters<LogFormatter['formatAttributes']>): LogItem {
    const attributes = {
      level: base.logLevel,
      message: base.message,
      timestamp: this.formatTimestamp(base.timestamp),
      service: base.serviceName,
      xray_trace_id: base.xRayTraceId,
    };
    return new LogItem({ attributes }).addAttributes({ ...logFields(own) });
  }
}

/**
 * The structured log of a function; POWERTOOLS_LOG_LEVEL sets its level. Never log bodies, tokens, transcripts or whole
 * phone numbers.
 */
export const logger = new Logger({ logFormatter: new CallLogFormatter() });
