import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../platform/parse-json.ts';

/** Whether a JSON value has all that is expected of it: of objects some fields, of anything else all. */
export function containsValue(value: unknown, expected: unknown): boolean {
  if (!isObject(expected)) return isDeepStrictEqual(value, expected);
  if (!isObject(value)) return false;
  return Object.entries(expected).every(
    ([name, part]) => Object.hasOwn(value, name) && containsValue(value[name], part),
  );
}
