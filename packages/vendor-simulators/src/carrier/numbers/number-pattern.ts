import { VendorError } from '../vendor-api/vendor-error.ts';

/** A filter of numbers by digits, where `*` is any digit. */
export function numberPattern(pattern: string | null): RegExp {
  if (pattern !== null && !/^\+?[\d*]+$/.test(pattern)) {
    throw new VendorError(400, 20001, `Only digits and * can be looked for in numbers: ${pattern}`);
  }
  return new RegExp((pattern ?? '').replace('+', '^\\+').replaceAll('*', '\\d'));
}
