export type Item = Readonly<Record<string, unknown>>;

export interface Change {
  readonly table: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** The identity behind a write without a request, such as an expiry; stream records contain it. */
export interface UserIdentity {
  readonly type: string;
  readonly principalId: string;
}

/** Whether the write changed nothing; DynamoDB then creates no stream record. */
export function changedNothing({ before, after }: Change): boolean {
  return (
    before === after ||
    (before !== undefined && after !== undefined && canonical(before) === canonical(after))
  );
}

/** Equal attribute values give equal text, because map keys and set members are sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (Array.isArray(part)) return ['SS', 'NS', 'BS'].includes(key) ? [...part].sort() : part;
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
