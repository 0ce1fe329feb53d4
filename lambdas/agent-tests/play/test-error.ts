export const TOKENS_USED_UP =
  'Tokens used up: the quota model_tokens of the day (UTC) leaves no more. Ask the operator for more, or use an account of your own.';

/** Why a test could not be run, in a sentence for its user. This is no failure of the agent. */
export class TestError extends Error {
  override readonly name = 'TestError';
}
