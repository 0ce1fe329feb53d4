/** Milliseconds of an account's first pause after a 429; each further one in the same run doubles it. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Paces requests to the vendor's accounts: an account pauses after a 429. */
export class VendorPace {
  readonly #now: () => Date;
  readonly #pauses = new Map<string | null, { readonly untilMs: number; readonly lengthMs: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Whether an account is paused, by its connection; null is the platform's. */
  isPaused(connection: string | null): boolean {
    return (this.#pauses.get(connection)?.untilMs ?? 0) > this.#now().getTime();
  }

  /** Pauses an account after a 429. Concurrent 429s count once. */
  slowDown(connection: string | null): void {
    if (this.isPaused(connection)) return;
    const before = this.#pauses.get(connection)?.lengthMs;
    const lengthMs = before === undefined ? FIRST_PAUSE_MS : Math.min(before * 2, LONGEST_PAUSE_MS);
    this.#pauses.set(connection, { untilMs: this.#now().getTime() + lengthMs, lengthMs });
  }
}
