/** The query as events carry it: the last value of each name, and every value of each; null when there is none. */
export interface QueryParameters {
  readonly single: Record<string, string> | null;
  readonly multi: Record<string, string[]> | null;
}

/** Parses and decodes the query of a request's target. */
export function queryParameters(query: string): QueryParameters {
  const multi = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    multi.set(name, [...(multi.get(name) ?? []), value]);
  }
  if (multi.size === 0) return { single: null, multi: null };
  return {
    single: Object.fromEntries([...multi].map(([name, values]) => [name, values.at(-1) ?? ''])),
    multi: Object.fromEntries(multi),
  };
}
