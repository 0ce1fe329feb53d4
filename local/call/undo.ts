/** What a command has changed for its call, and undoes at its end, last first. */
export class Undo {
  readonly #steps: { readonly what: string; readonly step: () => Promise<unknown> }[] = [];

  /** `what` is the subject of the sentence that says that the step failed. */
  add(what: string, step: () => Promise<unknown>): void {
    this.#steps.push({ what, step });
  }

  /** Undoes everything, and reports what could not be undone. */
  async run(report: (line: string) => void): Promise<void> {
    for (const { what, step } of this.#steps.splice(0).reverse()) {
      await step().catch((error: unknown) => {
        report(`${what} of this call remains: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
  }
}
