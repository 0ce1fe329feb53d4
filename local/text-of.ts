import type { Variable } from '../lambdas/platform/variables/variable.ts';

/** A variable's name and encoded text; empty for an undefined value. */
export const textOf = <Value>(
  { name, codec }: Variable<Value>,
  value: Value | undefined,
): Readonly<Record<string, string>> => (value === undefined ? {} : { [name]: codec.encode(value) });
