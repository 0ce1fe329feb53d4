/** Why the command cannot go on, in one line for the person who gave it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
