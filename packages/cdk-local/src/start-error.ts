/** Why the service cannot start, in one line for its user. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
