import { VendorAnswerLost, VendorRefusal, VendorUnreachable } from '../telephony/vendor-errors.ts';

/**
 * Concurrent requests of one account at first, and at most. The vendor limits concurrency, not rate, and does not
 * publish its limit: https://www.twilio.com/docs/api/errors/20429. It is reported to be 100; dialling, hanging up and
 * the API need the rest.
 */
const FIRST_REQUESTS = 10;
const MOST_REQUESTS = 40;

/**
 * Milliseconds of an account's first pause after a 429, unless `Retry-After` asks for more; each further 429 without an
 * answer in between doubles it.
 */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** What is left of an account's permitted requests. A lost answer took a worker for the whole time-out. */
const LESS_AFTER_429 = 3 / 4;
const LESS_AFTER_LOSS = 1 / 2;
/** The longest pause that the vendor may ask for, in milliseconds: the account of a user must not stop for ever. */
const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

interface AccountPace {
  underWay: number;
  /** Concurrent requests that are permitted now. */
  most: number;
  /** Whether the account was ever slowed down: then its permitted requests grow slowly. */
  wasSlowed: boolean;
  pausedUntilMs: number;
  /** The length of the last pause since an answer. */
  pauseMs: number | undefined;
}

/**
 * Paces requests to the vendor's accounts, by their connection; null is the platform's. An account begins with a few
 * concurrent requests and gets more with each answer. A 429 pauses it and takes a quarter of them; a lost answer takes
 * half of them.
 */
export class VendorPace {
  readonly #now: () => Date;
  readonly #accounts = new Map<string | null, AccountPace>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Whether an account pauses after a 429. */
  isPaused(account: string | null): boolean {
    return this.pausedMs(account) > 0;
  }

  /** Milliseconds until an account that pauses continues; 0 or less if it does not pause. */
  pausedMs(account: string | null): number {
    const untilMs = this.#accounts.get(account)?.pausedUntilMs ?? 0;
    return untilMs === 0 ? 0 : untilMs - this.#now().getTime();
  }

  /** Whether an account may have a further request now. */
  mayAsk(account: string | null): boolean {
    const { underWay, most } = this.#accounts.get(account) ?? NEW;
    return underWay < Math.floor(most) && !this.isPaused(account);
  }

  /** Milliseconds until the first of the accounts that pause continues; undefined if none pauses. */
  shortestPauseMs(): number | undefined {
    const pauses = [...this.#accounts.keys()].map((account) => this.pausedMs(account)).filter((ms) => ms > 0);
    return pauses.length > 0 ? Math.min(...pauses) : undefined;
  }

  /** A request of an account begins. */
  begin(account: string | null): void {
    this.#of(account).underWay += 1;
  }

  /** A request of an account is over. */
  end(account: string | null): void {
    this.#of(account).underWay -= 1;
  }

  /** The vendor answered: the account may have more requests. */
  speedUp(account: string | null): void {
    const pace = this.#of(account);
    pace.most = Math.min(MOST_REQUESTS, pace.most + (pace.wasSlowed ? 1 / pace.most : 1));
    if (!this.isPaused(account)) pace.pauseMs = undefined;
  }

  /** The vendor did not answer as it should: the account gets fewer requests, and pauses after a 429. */
  slowDown(account: string | null, error: unknown): void {
    const isTooMany = error instanceof VendorRefusal && error.status === 429;
    const isLost = error instanceof VendorAnswerLost || error instanceof VendorUnreachable;
    // Concurrent 429s count once.
    if (!(isTooMany || isLost) || this.isPaused(account)) return;
    const pace = this.#of(account);
    pace.most = Math.max(1, pace.most * (isTooMany ? LESS_AFTER_429 : LESS_AFTER_LOSS));
    pace.wasSlowed = true;
    if (!isTooMany) return;
    const doubled =
      pace.pauseMs === undefined ? FIRST_PAUSE_MS : Math.min(pace.pauseMs * 2, LONGEST_PAUSE_MS);
    const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
    pace.pauseMs = doubled;
    pace.pausedUntilMs = this.#now().getTime() + Math.max(asked, doubled);
  }

  /** Forgets the accounts that do not pause: a later run begins with a few requests of each again. */
  forget(): void {
    for (const account of [...this.#accounts.keys()])
      if (!this.isPaused(account)) this.#accounts.delete(account);
  }

  #of(account: string | null): AccountPace {
    const pace = this.#accounts.get(account) ?? { ...NEW };
    this.#accounts.set(account, pace);
    return pace;
  }
}

const NEW: AccountPace = {
  underWay: 0,
  most: FIRST_REQUESTS,
  wasSlowed: false,
  pausedUntilMs: 0,
  pauseMs: undefined,
};
