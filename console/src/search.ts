/** Reads what stands behind the `?`. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

/** Writes what stands behind the `?`, without what is empty. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
}

/** The fields of a search that a page knows; others are dropped. */
export function only<Name extends string>(search: Readonly<Record<string, unknown>>, names: readonly Name[]) {
  const entries = names.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries) as { [Key in Name]?: string };
}

/** What a time has in an address. */
export const TIME = ['when', 'after', 'before'] as const;

/** The filters of the page of calls, as they stand in its address. */
export const CALL_FILTERS = [
  'status',
  'agent',
  'from_number',
  'to_number',
  'direction',
  'answered_by',
  'outcome',
  ...TIME,
  'text',
] as const;
