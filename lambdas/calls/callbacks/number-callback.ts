import type { StoredNumber } from '../../numbers/model/number.ts';
import { numberKind } from '../../numbers/model/number.ts';
import { type NumberCallbackKind, numberCallbackUrl } from '../../numbers/number-urls.ts';
import { getRecord } from '../../records/store/records.ts';
import { type CallbackRequest, signedCallback } from './signed-callback.ts';

interface NumberRequest extends Pick<CallbackRequest, 'table' | 'form'> {
  readonly number: StoredNumber | undefined;
}

/** A Lambda handler for one kind of callback about a number: verifies the signature, then answers with TwiML. */
export function numberCallback(
  kind: NumberCallbackKind,
  handle: (request: NumberRequest) => Promise<string>,
) {
  return signedCallback({
    kind,
    purpose: 'number',
    find: (table, { userId, recordId }) => getRecord(table, userId, numberKind, recordId),
    url: ({ userId, recordId }) => numberCallbackUrl(kind, { user_id: userId, id: recordId }),
    handle: ({ foundRecord: number, ...request }) => handle({ ...request, number }),
  });
}
