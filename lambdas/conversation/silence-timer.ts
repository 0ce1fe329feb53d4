/** Resolves after a silence. */
export class SilenceTimer {
  #due = Promise.withResolvers<'silence'>();
  #timer: NodeJS.Timeout;

  /** `milliseconds` of silence until it is due. */
  constructor(milliseconds: number) {
    this.#timer = this.#start(milliseconds);
  }

  /** Resolves when the time-out has passed since the last restart. */
  get due(): Promise<'silence'> {
    return this.#due.promise;
  }

  /** Restarts the time-out: the callee hears something now. */
  restart(milliseconds: number): void {
    this.stop();
    this.#due = Promise.withResolvers();
    this.#timer = this.#start(milliseconds);
  }

  /** Cancels the timer. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(milliseconds: number): NodeJS.Timeout {
    const { resolve } = this.#due;
    return setTimeout(() => resolve('silence'), milliseconds);
  }
}
