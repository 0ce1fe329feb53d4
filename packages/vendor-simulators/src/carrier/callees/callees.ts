import { type Callee, calleeSchema } from './callee-config.ts';

/** Who answers at which number. */
export class Callees {
  readonly #byNumber = new Map<string, Callee>();

  /** Decides who answers at a number (E.164) from now on. */
  put(number: string, callee: Callee): void {
    this.#byNumber.set(number, callee);
  }

  /** The callee at a number; where nobody was put there is the one who books an appointment. */
  at(number: string): Callee {
    return this.#byNumber.get(number) ?? calleeSchema.parse({});
  }
}
