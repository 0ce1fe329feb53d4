/** Checks by title. Each resolves to its finding; rejects with Missing, or another error if the check itself failed. */
export type Checks = Readonly<Record<string, () => Promise<string>>>;

/** What is missing, and how to get it. */
export class Missing extends Error {
  override readonly name = 'Missing';
}

/** Throws Missing unless the condition holds. */
export function need(isRight: boolean, otherwise: string): void {
  if (!isRight) throw new Missing(otherwise);
}
