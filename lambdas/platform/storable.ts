/** Levels of a value. DynamoDB stores 32; the surrounding item takes some of them. */
const MAX_DEPTH = 20;

const SMALLEST_NUMBER = 1e-130;

/** Inexact numbers and deep nesting become text; an empty key or `__proto__` gets an underscore in front. */
export function storable(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return storableFields(fields, 1);
}

function storableFields(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields);
  return Object.fromEntries(entries.map(([key, value]) => [storableKey(key), storableValue(value, depth)]));
}

const storableKey = (key: string) => (key === '' || key === '__proto__' ? `_${key}` : key);

function storableValue(value: unknown, depth: number): unknown {
  if (typeof value === 'number') return isExact(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((item) => storableValue(item, depth + 1));
  return storableFields(value, depth + 1);
}

function isExact(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= SMALLEST_NUMBER && size <= Number.MAX_SAFE_INTEGER);
}
