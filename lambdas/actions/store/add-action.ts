import type { InlineRecords } from '../../records/store/inline-records.ts';
import { type ActionInput, actionKind, withSignatureSecret } from '../model/action.ts';

/** Adds an action with a secret of its own, unless an id is given. Returns the id. */
export function addAction(inline: InlineRecords, given: string | ActionInput): string {
  if (typeof given === 'string') return given;
  return inline.add(actionKind, withSignatureSecret(given, inline.randomBytes));
}
