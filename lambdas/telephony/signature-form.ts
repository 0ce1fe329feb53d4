/** The header of the vendor's requests that has their signature: the base64 of a SHA-1. */
export const SIGNATURE_HEADER = 'x-twilio-signature';
const FORM = /^[A-Za-z0-9+/]{27}=$/;

export const looksSigned = (signature: string | undefined): signature is string =>
  signature !== undefined && FORM.test(signature);
