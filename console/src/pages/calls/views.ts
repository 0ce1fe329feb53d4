/** A name for what stands behind the `?` of the address. */
export interface View {
  readonly name: string;
  readonly search: string;
}

/** What the browser has kept; another version of the page, or a person, may have written anything. */
export function viewsIn(text: string | null): readonly View[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is View {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'search' in value &&
    typeof value.search === 'string'
  );
}
