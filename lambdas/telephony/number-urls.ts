import type { StoredNumber } from '../domain/records/number.ts';
import { environment } from '../runtime/environment.ts';

/** What the telephony vendor calls us for when somebody calls a number: what to do with the call, and that it is over. */
export type NumberCallbackKind = 'incoming' | 'status';

type NumberKey = Pick<StoredNumber, 'user_id' | 'id'>;

/** Our URL for one callback of a number: what is signed, so it is built from configuration and never from a request. */
export function numberCallbackUrl(kind: NumberCallbackKind, { user_id, id }: NumberKey): string {
  return `${environment('CALLBACK_BASE_URL')}/telephony/numbers/${user_id}/${id}/${kind}`;
}

/** Where the vendor is to turn to with calls to a number. */
export interface NumberUrls {
  readonly voice: string;
  readonly status: string;
}

/** Where the vendor is to turn to with calls to this number. */
export const numberUrls = (number: NumberKey): NumberUrls => ({
  voice: numberCallbackUrl('incoming', number),
  status: numberCallbackUrl('status', number),
});
