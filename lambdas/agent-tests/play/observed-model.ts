import type { LanguageModel, ModelChunk, ModelRequest } from '../../vendors/llm/language-model.ts';
import type { TestClock } from './clock.ts';

/** Milliseconds after which a model that sends nothing has failed, by the real clock: that of a test may stand still. */
const MAX_PAUSE_MS = 30_000;

interface Observer {
  readonly clock: TestClock;
  /** Gets the errors of requests that were not merely given up. */
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
    let isEmpty = true;
    const pause = new AbortController();
    const signal = AbortSignal.any([request.signal, pause.signal, ofRun ?? []].flat());
    const chunks = model.stream({ ...request, signal })[Symbol.asyncIterator]();
    try {
      for (;;) {
        const timer = setTimeout(() => pause.abort(), MAX_PAUSE_MS);
        const { done, value } = await clock.real(() => chunks.next()).finally(() => clearTimeout(timer));
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
