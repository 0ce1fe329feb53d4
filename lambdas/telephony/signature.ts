import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { TelephonyAccount } from '../runtime/secrets.ts';
import { signedPart } from './retries.ts';

export interface SignedRequest {
  readonly signature: string | undefined;
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
}

/** Verifies X-Twilio-Signature over the URL without its fragment and the form's fields with the account's token. */
export function isSigned(account: Pick<TelephonyAccount, 'auth_token'>, request: SignedRequest): boolean {
  return (
    request.signature !== undefined &&
    validateRequest(account.auth_token, request.signature, signedPart(request.url), request.form)
  );
}
