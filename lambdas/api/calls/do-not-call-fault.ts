import type { Fault } from '../../domain/errors.ts';

/** The fault of a call to a number on its user's do-not-call list; `loc` is where the request has the call. */
export function doNotCallFault(loc: readonly string[]): Fault {
  const msg =
    'Who has this number asked not to be called again: calls to it need override_do_not_call to be true.';
  return { loc: [...loc, 'to_number'], msg, type: 'do_not_call' };
}
