/** Why the command failed, in one line for its user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
