/**
 * What is wrong with a configuration, in one sentence for its author. It has no stack trace, because no code is at
 * fault.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
