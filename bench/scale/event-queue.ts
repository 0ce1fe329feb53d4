/** Simulated time, and what is to happen in it, in order. */
export class EventQueue {
  /** The present moment, in milliseconds. */
  now = 0;
  // A binary heap: the next event is the first one.
  readonly #times: number[] = [];
  readonly #events: (() => void)[] = [];

  /** Lets something happen after `delayMs`. */
  after(delayMs: number, event: () => void): void {
    const time = this.now + delayMs;
    let index = this.#times.length;
    this.#times.push(time);
    this.#events.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if ((this.#times[parent] ?? 0) <= time) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Lets everything happen that is due until `end`, which is the present moment then. */
  runUntil(end: number): void {
    for (let next = this.#times[0]; next !== undefined && next <= end; next = this.#times[0]) {
      this.now = next;
      this.#takeFirst()();
    }
    this.now = end;
  }

  #takeFirst(): () => void {
    const first = this.#events[0] ?? (() => {});
    this.#swap(0, this.#times.length - 1);
    this.#times.pop();
    this.#events.pop();
    let index = 0;
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let least = index;
      if (this.#isEarlier(left, least)) least = left;
      if (this.#isEarlier(right, least)) least = right;
      if (least === index) return first;
      this.#swap(index, least);
      index = least;
    }
  }

  #isEarlier(one: number, other: number): boolean {
    return one < this.#times.length && (this.#times[one] ?? 0) < (this.#times[other] ?? 0);
  }

  #swap(one: number, other: number): void {
    const [time, event] = [this.#times[one] ?? 0, this.#events[one] ?? (() => {})];
    this.#times[one] = this.#times[other] ?? 0;
    this.#events[one] = this.#events[other] ?? (() => {});
    this.#times[other] = time;
    this.#events[other] = event;
  }
}
