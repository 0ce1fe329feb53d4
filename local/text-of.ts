import type { Variable } from '../lambdas/platform/variables/variable.ts';

/** A variable with the text that functions read, by its name; nothing for an undefined value. */
export const textOf = <Value>(
  { name, codec }: Variable<Value>,
  value: Value | undefined,
): Readonly<Record<string, string>> => (value === undefined ? {} : { [name]: codec.encode(value) });
