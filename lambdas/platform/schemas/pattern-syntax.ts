/** Names of Unicode properties that a pattern used. The Unicode standard has a few thousand. */
const knownProperties = new Set<string>();

/** An escape in a pattern, with the name of a property if it is one. */
const ESCAPE = /\\(?:[pP]\{([^{}]*)\}|.)/gsu;

/** Whether a text is a regular expression (flag `u`), without building classes, each of which takes a millisecond. */
export function isPattern(source: string): boolean {
  const properties = new Set<string>();
  // All classes have the same syntax.
  const plain = source.replaceAll(ESCAPE, (found, property?: string) => {
    if (property === undefined) return found;
    properties.add(property);
    return '\\w';
  });
  return isAccepted(plain) && [...properties].every(isProperty);
}

function isProperty(name: string): boolean {
  if (!knownProperties.has(name) && isAccepted(`\\p{${name}}`)) knownProperties.add(name);
  return knownProperties.has(name);
}

function isAccepted(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
