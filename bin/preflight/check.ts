/** Questions by title. Each resolves to what was found; rejects with Missing, or because the question failed. */
export type Checks = Readonly<Record<string, () => Promise<string>>>;

/** What is missing, and where to ask for it. */
export class Missing extends Error {
  override readonly name = 'Missing';
}

/** Throws Missing unless the condition holds. */
export function need(isRight: boolean, otherwise: string): void {
  if (!isRight) throw new Missing(otherwise);
}
