/** DynamoDB keeps 32 levels; what is around the value takes some of them. */
const MAX_DEPTH = 20;

/** Smallest number, apart from its sign and 0, that DynamoDB keeps. */
const SMALLEST_NUMBER = 1e-130;

/** JSON fields as the table can keep them: numbers that would not be exact, and what is nested too deep, become text. */
export function storable(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, storableValue(value, 1)]));
}

function storableValue(value: unknown, depth: number): unknown {
  if (typeof value === 'number') return isExact(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((item) => storableValue(item, depth + 1));
  const entries = Object.entries(value).map(([name, inner]) => [name, storableValue(inner, depth + 1)]);
  return Object.fromEntries(entries);
}

function isExact(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= SMALLEST_NUMBER && size <= Number.MAX_SAFE_INTEGER);
}
