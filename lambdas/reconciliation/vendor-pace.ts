/** The first pause (ms) of an account whose vendor answered 429, doubled with each further one in the same run. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** How fast the accounts at the vendor may be asked: not at all for a while after the vendor said that it was too much. */
export class VendorPace {
  readonly #now: () => Date;
  readonly #pauses = new Map<string | null, { readonly untilMs: number; readonly lengthMs: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Whether an account is not to be asked now, by its connection; null is the platform's. */
  isPaused(connection: string | null): boolean {
    return (this.#pauses.get(connection)?.untilMs ?? 0) > this.#now().getTime();
  }

  /** The vendor said that the account asked too much. Several that were asked at once are one reason to pause. */
  slowDown(connection: string | null): void {
    if (this.isPaused(connection)) return;
    const before = this.#pauses.get(connection)?.lengthMs;
    const lengthMs = before === undefined ? FIRST_PAUSE_MS : Math.min(before * 2, LONGEST_PAUSE_MS);
    this.#pauses.set(connection, { untilMs: this.#now().getTime() + lengthMs, lengthMs });
  }
}
