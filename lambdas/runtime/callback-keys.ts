import { callbackKey, isSameKey, type KeyedRecord } from '../domain/calls/callback-key.ts';
import { callbackSecret } from './secrets.ts';

/** The key of a record, for an address or a parameter that we give to the telephony vendor. */
export async function callbackKeyOf(record: KeyedRecord): Promise<string> {
  return callbackKey(await callbackSecret(), record);
}

/** Whether this is the key of the record; reads nothing but our own secret, which the container keeps. */
export async function hasCallbackKey(record: KeyedRecord, given: string | undefined): Promise<boolean> {
  return given !== undefined && isSameKey(given, await callbackKeyOf(record));
}
