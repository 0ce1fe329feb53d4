/** The parts of a route selection expression: static text, and paths in a message's JSON. */
export type RouteSelection = readonly (string | readonly string[])[];

const VARIABLE = /\$\{request\.body\.([\w.]+)\}|\$request\.body\.([\w.]+)/;

/** Parses `$request.body.action` or `${request.body.service}/${request.body.action}`. Returns undefined for anything else. */
export function parseSelection(expression: string): RouteSelection | undefined {
  // A split at groups also has the groups; one of them matched.
  const parts = expression.split(VARIABLE);
  const selection = parts.flatMap((part = '', index): RouteSelection => {
    if (part === '') return [];
    return [index % 3 === 0 ? part : part.split('.')];
  });
  const isUnknown = selection.some((part) => typeof part === 'string' && part.includes('$'));
  return isUnknown || selection.every((part) => typeof part === 'string') ? undefined : selection;
}
