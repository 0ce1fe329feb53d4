/** The fields that differ from what was read, with their new values. */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].filter((name) => !same(before[name], after[name])).map((name) => [name, after[name] ?? null]),
  );
}

/** Some entries of an object. */
export const picked = <Value>(values: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Whether two values of the API are equal. The order of an object's fields means nothing. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || ((a ?? null) === null && (b ?? null) === null)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => same(Reflect.get(a, name), Reflect.get(b, name)));
}
