import { type Key, recordKey } from '../../platform/table/keys.ts';
import { consentList } from '../model/consent.ts';

/** A record's key: the records of a number sort by their creation. Without a number, the beginning of all keys. */
export const consentKey = (userId: string, phoneNumber: string | undefined, id: string): Key =>
  recordKey(userId, consentList.name, phoneNumber === undefined ? '' : `${phoneNumber}#${id}`);
