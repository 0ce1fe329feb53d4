import { createHash, randomBytes } from 'node:crypto';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The trace of a call or request: 32 hexadecimal digits. A call's trace is its id without hyphens, so that every record
 * of a call also identifies its trace. A UUID of version 7 ends in 62 random bits, more than the 56 that W3C asks for:
 * https://www.w3.org/TR/trace-context-2/#random-trace-id-flag
 */
export const traceIdOf = (id: string): string =>
  UUID.test(id) ? id.replaceAll('-', '') : createHash('sha256').update(id).digest('hex').slice(0, 32);

/** The id of a span to which other functions refer: the same for the same step of a trace, however often it runs. */
export const spanIdOf = (traceId: string, step: string): string =>
  createHash('sha256').update(`${traceId} ${step}`).digest('hex').slice(0, 16);

/** The id of any other span. */
export const newSpanId = (): string => randomBytes(8).toString('hex');

/** The step of a call from its creation to its end, to which all others belong. */
export const WHOLE_CALL = 'call';

/** The step that publishes an event. */
export const sendingOf = (eventId: string): string => `send ${eventId}`;
