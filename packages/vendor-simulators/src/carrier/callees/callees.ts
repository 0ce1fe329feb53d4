import { type Callee, calleeSchema } from './callee-config.ts';

/** The callees by number. */
export class Callees {
  readonly #byNumber = new Map<string, Callee>();

  /** Sets the callee at a number (E.164). */
  put(number: string, callee: Callee): void {
    this.#byNumber.set(number, callee);
  }

  /** The callee at a number; by default the one who books an appointment. */
  at(number: string): Callee {
    return this.#byNumber.get(number) ?? calleeSchema.parse({});
  }
}
