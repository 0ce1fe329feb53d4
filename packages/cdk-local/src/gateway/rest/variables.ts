/** The variables of gateway responses: `$context`. */
export type Context = Readonly<Record<string, unknown>>;

/** Replaces each `$context.…` in a template, without quoting. */
export function substitute(template: string, context: Context): string {
  return template.replace(/\$context((?:\.[A-Za-z0-9_-]+)+)/g, (_, path: string) =>
    textAt(context, path.slice(1).split('.')),
  );
}

/** The value of a header's expression: `'literal'` or `context.requestId`. Throws for any other. */
export function evaluate(expression: string, context: Context): string {
  const literal = /^'(.*)'$/s.exec(expression)?.[1];
  if (literal !== undefined) return literal;
  const [root, ...path] = expression.split('.');
  if (root !== 'context') throw new Error(`the expression ${expression} is not supported here`);
  return textAt(context, path);
}

/** API Gateway writes an empty text for a variable without a value, and `null` for a missing message. */
function textAt(value: unknown, path: readonly string[]): string {
  const found = valueAt(value, path);
  return typeof found === 'object' && found !== null ? '' : String(found ?? '');
}

/** The value at a path of own properties; undefined if it is missing. */
export function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return valueAt(Reflect.get(value, name), rest);
}
