/** Tells when the callee has heard nothing for too long. */
export class SilenceTimer {
  #due = Promise.withResolvers<'silence'>();
  #timer: NodeJS.Timeout;

  /** Milliseconds of silence after which it is due. */
  constructor(milliseconds: number) {
    this.#timer = this.#start(milliseconds);
  }

  /** Resolves when there was silence for too long since the last restart. */
  get due(): Promise<'silence'> {
    return this.#due.promise;
  }

  /** The callee hears something now: the silence begins anew. */
  restart(milliseconds: number): void {
    this.stop();
    this.#due = Promise.withResolvers();
    this.#timer = this.#start(milliseconds);
  }

  /** Is never due from now on. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(milliseconds: number): NodeJS.Timeout {
    const { resolve } = this.#due;
    return setTimeout(() => resolve('silence'), milliseconds);
  }
}
