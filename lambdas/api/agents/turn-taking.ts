import { invalidInput } from '../../rest/errors.ts';
import { faultOfTurnTaking } from '../../telephony/speech-recognition.ts';

/** Throws if the telephony vendor would end each call of an agent with these settings; `loc` is the agent's location. */
export function requireHearing(
  settings: Parameters<typeof faultOfTurnTaking>[0],
  loc: readonly string[],
): void {
  const fault = faultOfTurnTaking(settings);
  if (!fault) return;
  const { field, msg } = fault;
  throw invalidInput([{ loc: [...loc, 'turn_taking', field], msg, type: 'unsupported_pair' }]);
}
