/** Texts, numbers, words and signs of JSON. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The line of JSON, from 1, that has the value at a path, or the innermost value around it that exists. */
export function lineOfPath(json: string, path: readonly string[]): number {
  /** The keys that lead to the present value; undefined for a list's or object's that has none yet. */
  const keys: (string | undefined)[] = [];
  const open: ('{' | '[')[] = [];
  let deepest = -1;
  let at = 0;
  let isKey = false;
  const begin = (index: number) => {
    const depth = keys.length;
    if (depth <= deepest || depth > path.length || keys.some((key, place) => key !== path[place])) return;
    [deepest, at] = [depth, index];
  };
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    const last = keys.length - 1;
    if (token === ',') {
      if (open.at(-1) === '[') keys[last] = String(Number(keys[last]) + 1);
      else isKey = true;
    } else if (token === '}' || token === ']') {
      open.pop();
      keys.pop();
      isKey = false;
    } else if (isKey) {
      keys[last] = keyOf(token);
      isKey = false;
      begin(index);
    } else if (token !== ':') {
      begin(index);
      if (token !== '{' && token !== '[') continue;
      open.push(token);
      keys.push(token === '[' ? '0' : undefined);
      isKey = token === '{';
    }
  }
  return json.slice(0, at).split('\n').length;
}

function keyOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
