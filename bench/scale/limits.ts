/** How much of a limit was used, and what it refused. */
export interface Use {
  readonly name: string;
  /** The most that was used of it within a second, as a share of what it permits. */
  readonly peak: number;
  /** Requests that it refused, or that waited for it. */
  readonly refused: number;
}

/** A token bucket: `rate` units a second, and at most `burst` at once. AWS throttles requests and capacity units like this. */
export class Bucket {
  readonly name: string;
  #refused = 0;
  #peak = 0;
  #second = -1;
  #usedInSecond = 0;
  #tokens: number;
  #at = 0;
  readonly #rate: number;
  readonly #burst: number;

  constructor(name: string, rate: number, burst: number) {
    this.name = name;
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Takes these units at a moment in milliseconds; false if there are not enough. */
  take(units: number, now: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate);
    this.#at = now;
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#usedInSecond = 0;
    }
    // What was asked for counts as used, also if it was refused: the limit was too small for it.
    this.#usedInSecond += units;
    this.#peak = Math.max(this.#peak, this.#usedInSecond / this.#rate);
    if (this.#tokens < Math.min(units, this.#burst)) {
      this.#refused += 1;
      return false;
    }
    this.#tokens -= units;
    return true;
  }

  /** Forgets what was used so far. */
  forget(): void {
    this.#refused = 0;
    this.#peak = 0;
    this.#usedInSecond = 0;
  }

  get use(): Use {
    return { name: this.name, peak: this.#peak, refused: this.#refused };
  }
}

/** Places that are taken for a time, such as concurrent invocations. */
export class Pool {
  readonly name: string;
  #refused = 0;
  #mostInUse = 0;
  #inUse = 0;
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];

  constructor(name: string, size: number) {
    this.name = name;
    this.#size = size;
  }

  /** Takes a place; false if there is none. */
  take(): boolean {
    if (this.#inUse >= this.#size) {
      this.#refused += 1;
      this.#mostInUse = this.#size;
      return false;
    }
    this.#inUse += 1;
    this.#mostInUse = Math.max(this.#mostInUse, this.#inUse);
    return true;
  }

  /** Calls `begin` with a place, now or when there is one, in the order of the calls. */
  wait(begin: () => void): void {
    if (this.take()) begin();
    else this.#waiting.push(begin);
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inUse -= 1;
  }

  get inUse(): number {
    return this.#inUse;
  }

  /** Forgets what was used so far. */
  forget(): void {
    this.#refused = 0;
    this.#mostInUse = this.#inUse;
  }

  get use(): Use {
    return { name: this.name, peak: this.#mostInUse / this.#size, refused: this.#refused };
  }
}
