/** The variables of gateway responses: those of `$context`. */
export interface Variables {
  readonly context: Readonly<Record<string, unknown>>;
}

/** Replaces each `$context.…` in a template, without quoting. */
export function substitute(template: string, { context }: Variables): string {
  return template.replace(/\$context((?:\.[A-Za-z0-9_-]+)+)/g, (_, path: string) =>
    textAt(context, path.slice(1).split('.')),
  );
}

/** The value of a header's expression: `'literal'` or `context.requestId`. Throws for any other. */
export function evaluate(expression: string, { context }: Variables): string {
  const literal = /^'(.*)'$/s.exec(expression)?.[1];
  if (literal !== undefined) return literal;
  const [root, ...path] = expression.split('.');
  if (root !== 'context') throw new Error(`the expression ${expression} is not supported here`);
  return textAt(context, path);
}

/** API Gateway writes an empty text for a variable without a value, and `null` for a missing message. */
function textAt(value: unknown, path: readonly string[]): string {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'object' && value !== null ? '' : String(value ?? '');
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
  return textAt(Reflect.get(value, name), rest);
}
