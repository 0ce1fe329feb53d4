/** The variables of gateway responses. */
export interface Variables {
  readonly context: Readonly<Record<string, unknown>>;
  readonly stageVariables: Readonly<Record<string, string>>;
  /** Request headers by lower-case name. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}

const REFERENCE = /\$(context|stageVariables|method)((?:\.[A-Za-z0-9_-]+)+)/g;

/** Replaces each `$context.…`, `$stageVariables.…` and `$method.request.header.…` in a template, without quoting. */
export function substitute(template: string, variables: Variables): string {
  return template.replace(REFERENCE, (_, root: string, path: string) => lookUp(`${root}${path}`, variables));
}

/** The value of a header's expression: `'literal'`, `context.requestId` or `method.request.header.Origin`. */
export function evaluate(expression: string, variables: Variables): string {
  const literal = /^'(.*)'$/s.exec(expression)?.[1];
  return literal ?? lookUp(expression, variables);
}

function lookUp(reference: string, variables: Variables): string {
  const [root, ...path] = reference.split('.');
  if (root === 'context') return textAt(variables.context, path);
  if (root === 'stageVariables') return textAt(variables.stageVariables, path);
  const [request, header, name = ''] = path;
  if (request === 'request' && header === 'header') return variables.requestHeaders[name.toLowerCase()] ?? '';
  return '';
}

/** API Gateway writes an empty text for a variable without a value, and `null` for a missing message. */
function textAt(value: unknown, path: readonly string[]): string {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'object' && value !== null ? '' : String(value ?? '');
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
  return textAt(Reflect.get(value, name), rest);
}
