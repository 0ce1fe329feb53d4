/** Levels of arrays and objects that JSON from outside may have. What we keep has 20 at most: see storable.ts. */
export const MAX_JSON_DEPTH = 64;

/** JSON is nested deeper than we follow. */
export class JsonTooDeep extends SyntaxError {
  override readonly name = 'JsonTooDeep';
}

/**
 * Parses JSON that comes from outside: what walks over a value by calling itself, as schemas and the writing of JSON do, fails on
 * one that is thousands of levels deep. Throws SyntaxError for what is no JSON, JsonTooDeep for more than `maxDepth` levels.
 */
export function parseJson(text: string, maxDepth = MAX_JSON_DEPTH): unknown {
  if (isDeeperThan(text, maxDepth))
    throw new JsonTooDeep(`The JSON is nested more than ${maxDepth} levels deep.`);
  return JSON.parse(text);
}

const [QUOTE = 0, BACKSLASH = 0, ...BRACKETS] = [...'"\\[{]}'].map((character) => character.charCodeAt(0));
const [ARRAY = 0, OBJECT = 0, ARRAY_END = 0, OBJECT_END = 0] = BRACKETS;

/** Counts the brackets that are not within a string; a text that is no JSON may be judged either way. */
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
