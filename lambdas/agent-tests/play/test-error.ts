/** Why a test could not be run, in a sentence for its user. This is no failure of the agent. */
export class TestError extends Error {
  override readonly name = 'TestError';
}
