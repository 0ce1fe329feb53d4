import { createHash } from 'node:crypto';
import { LOGGED_USER_IDS } from '../variables/system.ts';
import { readOptionalVariable } from '../variables/variable.ts';
import { currentStep } from './current-step.ts';
import { traceIdOf } from './trace-ids.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a log line: its own, and those of the call and step in which it was written. */
export function logFields(own: Fields): Fields {
  const step = currentStep();
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const { callId = step?.callId, userId = step?.userId } = given;
  const isOfStep = callId === step?.callId;
  const traceId = typeof callId === 'string' && !isOfStep ? traceIdOf(callId) : step?.traceId;
  const fields = {
    callId,
    userId: typeof userId === 'string' ? loggedUser(userId) : userId,
    requestId: step?.requestId,
    traceId,
    ...(isOfStep && { spanId: step?.span.id }),
    ...(step?.link && { clientTraceId: step.link.traceId }),
  };
  return { ...fields, ...given, ...(fields.userId !== undefined && { userId: fields.userId }) };
}

/** A user's id as logs show it. Ids are random, so nobody can guess one from its hash. */
export function loggedUser(userId: string): string {
  return areUserIdsHashed() ? hashOfUser(userId) : userId;
}

/** Whether ids of users are hashed. Throws if the variable is neither `plain` nor `hashed`; absent, as locally, it is `plain`. */
export const areUserIdsHashed = (): boolean => readOptionalVariable(LOGGED_USER_IDS) === 'hashed';

/**
 * The hash by which an operator who knows a user's id finds that user in logs: `npm run logs -- --user <id>` prints it.
 */
export const hashOfUser = (userId: string): string =>
  createHash('sha256').update(`phone-call-agents user ${userId}`).digest('hex').slice(0, 32);
