import { setImmediate as nextTurn, setTimeout as realTimeout } from 'node:timers/promises';
import type { Wait } from '../../conversation/ports.ts';
import type { LanguageModel, ModelChunk, ModelRequest } from '../../vendors/llm/language-model.ts';
import { TestError } from './test-error.ts';

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/** Maximum number of timers of one test. A conversation has about 20 per turn. */
const MAX_TIMERS = 50_000;

interface ClockOptions {
  readonly begin: Date;
  /** Whether real work, such as that of a language model, takes time. @default false: it takes none */
  readonly isTimed?: boolean;
  /** Ends the test. @default never */
  readonly signal?: AbortSignal;
}

/** The clock of a test: it stands still while work is done, and then jumps to what is due next. */
export class TestClock {
  readonly #isTimed: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #timers: Timer[] = [];
  #ms: number;
  #timersRun = 0;
  /** Real work that is under way, and since when: milliseconds of the process. */
  #realWork = 0;
  #realSinceMs = 0;
  #change = Promise.withResolvers<void>();

  constructor({ begin, isTimed = false, signal }: ClockOptions) {
    this.#ms = begin.getTime();
    this.#isTimed = isTimed;
    this.#signal = signal;
    signal?.addEventListener('abort', () => this.#change.resolve(), { once: true });
  }

  readonly now = (): Date => new Date(this.#nowMs);

  readonly wait: Wait = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const cancel = this.in(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      const abort = () => {
        cancel();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
    });

  /** Runs a function in some milliseconds. Returns a function that cancels it. */
  in(ms: number, run: () => void): () => void {
    const timer = { dueMs: this.#nowMs + Math.max(0, ms), run };
    const later = this.#timers.findIndex(({ dueMs }) => dueMs > timer.dueMs);
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }

  /** Does real work, for which the clock waits. */
  async real<T>(work: () => Promise<T>): Promise<T> {
    if (this.#realWork === 0) this.#realSinceMs = performance.now();
    this.#realWork += 1;
    try {
      return await work();
    } finally {
      const nowMs = this.#nowMs;
      this.#realWork -= 1;
      if (this.#realWork === 0) this.#ms = nowMs;
      this.#change.resolve();
      this.#change = Promise.withResolvers();
    }
  }

  /** Lets the time pass that some work takes. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    await this.#run(() => isOver);
    return work;
  }

  pass(ms: number): Promise<void> {
    return this.#run(() => false, this.#nowMs + ms);
  }

  get #nowMs(): number {
    const isRunning = this.#isTimed && this.#realWork > 0;
    return isRunning ? this.#ms + performance.now() - this.#realSinceMs : this.#ms;
  }

  async #run(isOver: () => boolean, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      // Lets immediate continuations of the work run.
      await nextTurn();
      await nextTurn();
      this.#signal?.throwIfAborted();
      const [next] = this.#timers;
      // Timers that fell due during the work run before it ends.
      const isDue = next !== undefined && next.dueMs <= this.#nowMs;
      if (!isDue && isOver()) return;
      const dueMs = Math.min(next?.dueMs ?? Number.POSITIVE_INFINITY, untilMs);
      if (this.#realWork > 0 && !(this.#isTimed && dueMs <= this.#nowMs)) {
        await this.#untilChange(this.#isTimed ? dueMs - this.#nowMs : undefined);
        continue;
      }
      if (dueMs === Number.POSITIVE_INFINITY) {
        // Work that the clock does not know of, such as a repeated write.
        await realTimeout(1);
        continue;
      }
      this.#ms = Math.max(this.#ms, dueMs);
      if (!next || next.dueMs > untilMs) return;
      this.#timers.shift();
      this.#timersRun += 1;
      if (this.#timersRun > MAX_TIMERS) throw new TestError('The conversation does not end.');
      next.run();
    }
  }

  async #untilChange(ms = Number.POSITIVE_INFINITY): Promise<void> {
    if (!Number.isFinite(ms)) return this.#change.promise;
    const over = new AbortController();
    const timeout = realTimeout(ms, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([this.#change.promise, timeout]);
    over.abort();
  }
}

/** Milliseconds of a whole request by the real clock: that of a test may stand still, so it cuts nothing off. */
const MAX_REQUEST_MS = 30_000;

interface Observer {
  readonly clock: TestClock;
  /** Gets the errors of failed requests, not of cancelled ones. */
  failed(error: unknown): void;
  /** Ends requests with the run. */
  readonly signal?: AbortSignal | undefined;
}

/** A model whose work the clock of a test waits for. */
export const observedModel = (
  model: LanguageModel,
  { clock, failed, signal: ofRun }: Observer,
): LanguageModel => ({
  async *stream(request: ModelRequest): AsyncGenerator<ModelChunk> {
    const limit = AbortSignal.timeout(MAX_REQUEST_MS);
    const signal = AbortSignal.any([request.signal, limit, ofRun ?? []].flat());
    const chunks = model.stream({ ...request, signal })[Symbol.asyncIterator]();
    let isEmpty = true;
    try {
      for (;;) {
        const { done, value } = await clock.real(() => chunks.next());
        if (done) return;
        isEmpty = false;
        yield value;
      }
    } catch (error) {
      if (isEmpty || !request.signal.aborted) failed(error);
      throw error;
    }
  },
});
