/** Maximum nesting of arrays and objects in JSON from outside. Stored JSON has at most 20: see storable.ts. */
export const MAX_JSON_DEPTH = 64;

export class JsonTooDeep extends SyntaxError {
  override readonly name = 'JsonTooDeep';
}

/** Parses JSON from outside: recursive code fails on thousands of levels. Throws SyntaxError and JsonTooDeep. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_JSON_DEPTH))
    throw new JsonTooDeep(`The JSON is nested more than ${MAX_JSON_DEPTH} levels deep.`);
  return JSON.parse(text);
}

/** Line and column of the first issue of a text that is not JSON, from 1. */
export function placeOfIssue(text: string): { line: number; column: number } {
  const lines = text.slice(0, offsetOfIssue(text)).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function offsetOfIssue(text: string): number {
  const position = / in JSON at position (\d+) \(line \d+ column \d+\)$/.exec(issueOf(text))?.[1];
  if (position !== undefined) return Number(position);
  if (!isUnexpected(text)) return text.length;
  // V8 reports no position of an unexpected token: it is the last character of the shortest prefix that fails with one.
  let [without, withToken] = [0, text.length];
  while (withToken - without > 1) {
    const middle = (without + withToken) >> 1;
    if (isUnexpected(text.slice(0, middle))) withToken = middle;
    else without = middle;
  }
  return without;
}

const isUnexpected = (text: string) => issueOf(text).startsWith('Unexpected token');

function issueOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

const [QUOTE = 0, BACKSLASH = 0, ...BRACKETS] = [...'"\\[{]}'].map((character) => character.charCodeAt(0));
const [ARRAY = 0, OBJECT = 0, ARRAY_END = 0, OBJECT_END = 0] = BRACKETS;

/** Counts brackets outside strings. The result is arbitrary for invalid JSON. */
function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) inString = !inString;
    else if (inString) at += code === BACKSLASH ? 1 : 0;
    else if (code === ARRAY || code === OBJECT) depth += 1;
    else if (code === ARRAY_END || code === OBJECT_END) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Returns undefined for a text that is not JSON, or is nested too deep. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equal for equal values: the order of keys doesn't matter, nor whether a field is null or missing. */
export const canonicalJson = (value: unknown): string => JSON.stringify(canonical(value));

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  // A list of pairs: an object would sort numeric keys by itself. The object around it distinguishes it from a list.
  return { of: entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, canonical(inner)]) };
}
