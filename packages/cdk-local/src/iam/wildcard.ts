const cache = new Map<string, RegExp>();

/** Whether the text matches a pattern in which `*` stands for any characters and `?` for one, as in IAM. */
export function matchesWildcard(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const expression = cache.get(pattern) ?? compile(pattern);
  cache.set(pattern, expression);
  return expression.test(text);
}

function compile(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
}
