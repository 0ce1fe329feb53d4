import { VendorError } from './vendor-error.ts';

/** Throws for a callback that should not be posted: the simulated vendor posts all of them. */
export function refuseMethods(form: URLSearchParams): void {
  const other = [...form].find(([name, value]) => name.endsWith('Method') && value !== 'POST');
  if (other) throw new VendorError(400, 20001, `${other[0]} must be POST here: ${other[1]}`);
}
