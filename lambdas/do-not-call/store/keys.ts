import { inUser, type Key, recordKey } from '../../platform/table/keys.ts';

export const doNotCallKey = (userId: string, phoneNumber: string): Key =>
  recordKey(userId, 'do_not_call', phoneNumber);

/** The key of a removed do-not-call entry, by the id of its removal; a number's entries sort by removal time. */
export const doNotCallPastKey = (userId: string, phoneNumber: string, removalId: string): Key =>
  inUser(userId, `DO_NOT_CALL_PAST#${phoneNumber}#${removalId}`);
