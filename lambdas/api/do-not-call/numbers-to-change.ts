import type { NewId } from '../../runtime/ids.ts';
import type { NumberToChange } from '../../store/do-not-call/changes.ts';

/** Each number once, with an id of its change. It draws an id for every number, so that a repeat gives all the same ids. */
export function numbersToChange(phoneNumbers: readonly string[], newId: NewId): NumberToChange[] {
  const numbers = new Map<string, NumberToChange>();
  for (const phoneNumber of phoneNumbers) {
    const id = newId();
    if (!numbers.has(phoneNumber)) numbers.set(phoneNumber, { phoneNumber, id });
  }
  return [...numbers.values()];
}
