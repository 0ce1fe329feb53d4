import { callbackKey, isSameKey, type KeyedRecord } from '../domain/calls/callback-key.ts';
import { callbackSecret } from './secrets.ts';

export async function callbackKeyOf(record: KeyedRecord): Promise<string> {
  return callbackKey(await callbackSecret(), record);
}

/** Whether this is the key of the record. Reads only the service's own secret, which the container caches. */
export async function hasCallbackKey(record: KeyedRecord, given: string | undefined): Promise<boolean> {
  return given !== undefined && isSameKey(given, await callbackKeyOf(record));
}
