import { createHash } from 'node:crypto';
import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import { currentStep } from './log/current-step.ts';
import { LOGGED_USER_IDS } from './variables/system.ts';
import { readOptionalVariable } from './variables/variable.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a log line: its own, and those of its call and step. */
export function logFields(own: Fields): Fields {
  const step = currentStep();
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const { callId = step?.callId, userId = step?.userId } = given;
  const fields = {
    callId,
    userId: typeof userId === 'string' ? loggedUser(userId) : userId,
    requestId: step?.requestId,
  };
  return { ...fields, ...given, ...(fields.userId !== undefined && { userId: fields.userId }) };
}

/** A user's id as logs show it. Ids are random, so nobody can guess one from its hash. */
export const loggedUser = (userId: string): string =>
  readOptionalVariable(LOGGED_USER_IDS) === 'hashed' ? hashOfUser(userId) : userId;

/** `npm run logs -- --user <id>` prints it, to find a user in logs. */
export const hashOfUser = (userId: string): string =>
  createHash('sha256').update(`phone-call-agents user ${userId}`).digest('hex').slice(0, 32);

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

/** Never log bodies, tokens, transcripts or whole phone numbers. */
export const logger = new Logger({ logFormatter: new CallLogFormatter() });
