/** The changes that a command undoes at its end, the latest first. */
export class Undo {
  readonly #steps: { readonly what: string; readonly step: () => Promise<unknown> }[] = [];

  /** `what` names the change in the report if it can't be undone. */
  add(what: string, step: () => Promise<unknown>): void {
    this.#steps.push({ what, step });
  }

  /** Undoes everything, and reports in one line what couldn't be undone. */
  async run(report: (line: string) => void): Promise<void> {
    const remaining: string[] = [];
    let reason: unknown;
    for (const { what, step } of this.#steps.splice(0).reverse()) {
      await step().catch((error: unknown) => {
        remaining.push(what);
        reason ??= error instanceof Error ? error.message : error;
      });
    }
    if (remaining.length > 0) report(`Could not be undone: ${remaining.join(', ')}: ${reason}`);
  }
}
