/** What is wrong with a configuration, in one sentence for its author, without a stack trace. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
