/** What a command has changed for its call, and undoes at its end, last first. */
export class Undo {
  readonly #steps: { readonly what: string; readonly step: () => Promise<unknown> }[] = [];

  /** `what` is named in the sentence that says that the step failed. */
  add(what: string, step: () => Promise<unknown>): void {
    this.#steps.push({ what, step });
  }

  /** Undoes everything, and reports in one line what could not be undone. */
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
