/** `{ $.a.b[0].c = * }`: the member exists. */
const EXISTS = /^\{\s*\$\.([\w.[\]]+)\s*=\s*\*\s*\}$/;

/**
 * Whether a line matches a filter pattern: the empty one, and the one for lines of JSON that have a member. Throws for any
 * other. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export function compileLogPattern(pattern: string): (line: string) => boolean {
  if (pattern.trim() === '') return () => true;
  const [, path] = EXISTS.exec(pattern.trim()) ?? [];
  if (path === undefined)
    throw new Error(`the local runtime knows no filter pattern of logs but { $.member = * }, not ${pattern}`);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  return (line) => line.startsWith('{') && memberAt(jsonOf(line), keys) !== undefined;
}

function memberAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return memberAt(Reflect.get(value, key), rest);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
