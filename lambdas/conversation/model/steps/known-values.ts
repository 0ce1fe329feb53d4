import { valuesOf } from '../call-facts.ts';
import type { Session } from '../session.ts';

/** What the steps of a conversation know before the first one: its context, and what CALL_VALUES names. */
export function knownIn(session: Session) {
  const { facts, context } = session;
  const direction = facts?.direction;
  const call = { ...valuesOf({ ...session, context: null }), ...(direction && { direction }) };
  return { context: context ?? {}, call };
}
