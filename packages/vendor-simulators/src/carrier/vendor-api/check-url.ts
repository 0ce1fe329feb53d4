import { VendorError } from './vendor-error.ts';

/** Throws the vendor's error unless the value is an absolute http or https URL. */
export function checkUrl(value: string, code: number, name: string): void {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new VendorError(400, code, `${name} is not a valid URL: ${value}`);
  }
}
