const counts: Map<string, number> = countsOf(globalThis as never);

/**
 * The next number of this name in this process, from 1: test files share the process, but load the project's modules
 * anew.
 */
export function nextInProcess(name: string): number {
  const next = (counts.get(name) ?? 0) + 1;
  counts.set(name, next);
  return next;
}

function countsOf(shared: Record<symbol, Map<string, number>>): Map<string, number> {
  const known = Symbol.for('counts of the test process');
  shared[known] ??= new Map();
  return shared[known];
}
