import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../platform/parse-json.ts';

/** Whether a JSON value equals the expected one. Its objects may have more fields. */
export function containsValue(value: unknown, expected: unknown): boolean {
  if (!isObject(expected)) return isDeepStrictEqual(value, expected);
  if (!isObject(value)) return false;
  return Object.entries(expected).every(
    ([name, part]) => Object.hasOwn(value, name) && containsValue(value[name], part),
  );
}
