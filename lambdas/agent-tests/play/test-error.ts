import { QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { describeModelFailure } from '../../vendors/llm/model-failure.ts';
import { shortJson } from '../model/short-json.ts';

const TOKENS_USED_UP =
  'Tokens used up: the quota model_tokens of the day (UTC) leaves too few for another request. Ask the operator for more, or use an account of your own.';

/** Why a test could not be run, in a sentence for its user. This does not count as a failure of the agent. */
export class TestError extends Error {
  override readonly name = 'TestError';
}

/** Why a model could not be asked. `who`: the role of the model, such as `judge`. */
export const modelIssue = (who: string, error: unknown): TestError =>
  new TestError(
    error instanceof QuotaExceeded
      ? TOKENS_USED_UP
      : `The ${who} could not be asked: ${shortJson(describeModelFailure(error))}.`,
  );
