import type { StoredNumber } from '../domain/records/number.ts';
import { callbackKeyOf } from '../runtime/callback-keys.ts';
import { environment } from '../runtime/environment.ts';

/** What the telephony vendor calls us for when somebody calls a number: what to do with the call, and that it is over. */
export type NumberCallbackKind = 'incoming' | 'status';

type NumberKey = Pick<StoredNumber, 'user_id' | 'id'>;

/** Our URL for one callback of a number: what is signed, so it is built from configuration and never from a request. */
export async function numberCallbackUrl(
  kind: NumberCallbackKind,
  { user_id, id }: NumberKey,
): Promise<string> {
  const key = await callbackKeyOf({ purpose: 'number', userId: user_id, recordId: id });
  return `${environment('CALLBACK_BASE_URL')}/telephony/numbers/${user_id}/${id}/${key}/${kind}`;
}

/** Where the vendor is to turn to with calls to a number. */
export interface NumberUrls {
  readonly voice: string;
  readonly status: string;
}

/** Where the vendor is to turn to with calls to this number. */
export const numberUrls = async (number: NumberKey): Promise<NumberUrls> => ({
  voice: await numberCallbackUrl('incoming', number),
  status: await numberCallbackUrl('status', number),
});
