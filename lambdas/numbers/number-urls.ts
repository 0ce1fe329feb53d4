import { CALLBACK_BASE_URL } from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { callbackKeyOf } from '../vendors/telephony/callback-keys.ts';
import type { NumberUrls } from '../vendors/telephony/numbers.ts';
import { withRetries } from '../vendors/telephony/retries.ts';
import type { StoredNumber } from './model/number.ts';

export type NumberCallbackKind = 'incoming' | 'status';

export const numberCallbackPath = (kind: NumberCallbackKind) =>
  `/telephony/numbers/{user_id}/{number_id}/{key}/${kind}` as const;

type NumberKey = Pick<StoredNumber, 'user_id' | 'id'>;

/** The URL of one callback of a number, with retries. It is signed, so it is built from configuration only. */
export async function numberCallbackUrl(
  kind: NumberCallbackKind,
  { user_id, id }: NumberKey,
): Promise<string> {
  const key = await callbackKeyOf({ purpose: 'number', userId: user_id, recordId: id });
  return withRetries(`${readVariable(CALLBACK_BASE_URL)}/telephony/numbers/${user_id}/${id}/${key}/${kind}`);
}

/** The URLs of a number at the vendor: a purchase sets them, and reconcile-number.ts sets and removes them later. */
export const numberUrls = async (number: NumberKey): Promise<NumberUrls> => ({
  voice: await numberCallbackUrl('incoming', number),
  fallback: fallbackUrl(),
  status: await numberCallbackUrl('status', number),
});

/** The route of the instructions that the vendor uses if the service's own fail. It works without any function. */
export const FALLBACK_PATH = '/telephony/fallback';

/** The URL that the vendor requests when it cannot fetch or run a call's instructions. */
export const fallbackUrl = (): string => `${readVariable(CALLBACK_BASE_URL)}${FALLBACK_PATH}`;
