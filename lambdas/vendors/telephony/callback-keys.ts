import { createHmac, timingSafeEqual } from 'node:crypto';
import { callbackSecret } from '../../platform/secrets.ts';
import { CALLBACK_BASE_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { withRetries } from './retries.ts';

/** What a key does: verify callbacks of a call, of a number or of a relay, or recognize a text. */
export type KeyPurpose = 'call' | 'number' | 'relay' | 'text';

export interface KeyedRecord {
  readonly purpose: KeyPurpose;
  readonly userId: string;
  readonly recordId: string;
}

export async function callbackKeyOf(record: KeyedRecord): Promise<string> {
  return callbackKey(await callbackSecret(), record);
}

/**
 * The URL of one callback of a call, with the retries that the vendor should make. The vendor signs it, so it is
 * built from configuration and never from a request. Its key proves that the service issued it, before anything is
 * read. `attempt` is the index of an attempt to transfer the call or, for `status`, of a text message.
 */
export async function callUrlOf(
  kind: string,
  { userId, callId }: { readonly userId: string; readonly callId: string },
  attempt?: number,
): Promise<string> {
  const key = await callbackKeyOf({ purpose: 'call', userId, recordId: callId });
  const query = attempt === undefined ? '' : `?attempt=${attempt}`;
  return withRetries(
    `${readVariable(CALLBACK_BASE_URL)}/telephony/calls/${userId}/${callId}/${key}/${kind}${query}`,
  );
}

/** Whether this is the key of the record. Reads only the service's own secret, which the container caches. */
export async function hasCallbackKey(record: KeyedRecord, key: string | undefined): Promise<boolean> {
  return key !== undefined && isSameKey(key, await callbackKeyOf(record));
}

/** Bytes of a key: 144 bits, which are 24 characters of base64url without padding. */
const KEY_BYTES = 18;

/** An HMAC-SHA-256 of its purpose and ids with the service's secret. */
export function callbackKey(secret: string, { purpose, userId, recordId }: KeyedRecord): string {
  const hmac = createHmac('sha256', secret).update(JSON.stringify([purpose, userId, recordId]));
  return hmac.digest().subarray(0, KEY_BYTES).toString('base64url');
}

function isSameKey(key: string, expected: string): boolean {
  const [left, right] = [Buffer.from(key), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
