import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { TelephonyAccount } from '../runtime/secrets.ts';

/** Verifies X-Twilio-Signature over the URL and the form's fields with the account's token. */
export function isSigned(
  account: TelephonyAccount,
  request: {
    readonly signature: string | undefined;
    readonly url: string;
    readonly form: Readonly<Record<string, string>>;
  },
): boolean {
  return (
    request.signature !== undefined &&
    validateRequest(account.auth_token, request.signature, request.url, request.form)
  );
}
