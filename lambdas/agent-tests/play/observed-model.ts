import type { LanguageModel, ModelChunk, ModelRequest } from '../../vendors/llm/language-model.ts';
import type { TestClock } from './clock.ts';

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
