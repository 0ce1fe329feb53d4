import type { InlineRecords } from '../../records/store/inline-records.ts';
import { type ActionInput, actionKind, withSignatureSecret } from '../model/action.ts';

/** Adds an action with a secret of its own, unless an id is given. Returns the id. */
export function addAction(inline: InlineRecords, idOrInput: string | ActionInput): string {
  if (typeof idOrInput === 'string') return idOrInput;
  return inline.add(actionKind, withSignatureSecret(idOrInput, inline.randomBytes));
}
