import { randomUUID } from 'node:crypto';
import { type Callee, calleeSchema } from './callee-config.ts';

/** A call with the callees to whom it may be transferred. */
interface CallWithOthers {
  readonly callee: Callee;
  readonly over: AbortSignal;
}

export class Callees {
  readonly #byNumber = new Map<string, Callee>();
  readonly #next = new Map<string, { readonly id: string; readonly callee: Callee }>();

  put(number: string, callee: Callee): void {
    this.#byNumber.set(number, callee);
  }

  /** Sets the callee of the next call to a number only. Returns an id, or undefined while another one is awaited there. */
  bindNext(number: string, callee: Callee): string | undefined {
    if (this.#next.has(number)) return undefined;
    const id = randomUUID();
    this.#next.set(number, { id, callee });
    return id;
  }

  /** Releases the number, unless its call was placed. */
  release(number: string, id: string): void {
    if (this.#next.get(number)?.id === id) this.#next.delete(number);
  }

  /** The callee of a new call: of an open call, the latest first; else of the next; else at the number; or default. */
  take(number: string, calls: readonly CallWithOthers[]): Callee {
    const open = calls.filter(({ over }) => !over.aborted);
    const brought = open
      .map(({ callee }) => callee.others[number])
      .findLast((callee) => callee !== undefined);
    if (brought) return { ...brought, others: {} };
    const { callee } = this.#next.get(number) ?? {};
    this.#next.delete(number);
    return callee ?? this.#byNumber.get(number) ?? calleeSchema.parse({});
  }
}
