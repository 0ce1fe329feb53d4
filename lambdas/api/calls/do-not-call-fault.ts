import type { Fault } from '../../rest/errors.ts';

/** The fault of a call to a number on the user's do-not-call list; `loc` is the call's location in the request. */
export function doNotCallFault(loc: readonly string[]): Fault {
  const msg = 'This number is on your do-not-call list; set override_do_not_call to call it anyway.';
  return { loc: [...loc, 'to_number'], msg, type: 'do_not_call' };
}
