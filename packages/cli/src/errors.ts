import { ApiError, ConnectionFailed, Forbidden, NotFound, Unauthorized } from 'phone-call-agents-client';

/** The exit codes of all commands, and what they mean. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  notFound: 4,
  unavailable: 5,
  interrupted: 130,
} as const;

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'It worked.',
  failed: 'It failed, as a call or a test may, or the service refused the request.',
  usage: 'The command line or a file is wrong, or a test could not be run.',
  denied: 'You are not signed in, or the token is expired, revoked, or lacks a scope.',
  notFound: 'You have no such record.',
  unavailable: 'The service does not answer, is overloaded, or failed.',
  interrupted: 'You pressed Ctrl-C.',
};

/** Why a command failed, in a sentence for its user. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: number;

  constructor(
    message: string,
    { exitCode = EXIT.failed, ...options }: ErrorOptions & { exitCode?: number } = {},
  ) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The command line or a file is wrong. */
export class UsageError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, { ...options, exitCode: EXIT.usage });
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof Unauthorized || error instanceof Forbidden) return EXIT.denied;
  if (error instanceof NotFound) return EXIT.notFound;
  if (error instanceof ConnectionFailed) return EXIT.unavailable;
  if (error instanceof ApiError)
    return error.status >= 500 || error.status === 429 ? EXIT.unavailable : EXIT.failed;
  return EXIT.failed;
}

/** Whether the message of an error is all that a command's user needs. */
export const explainsItself = (error: unknown): error is Error =>
  error instanceof CommandError || error instanceof ApiError || error instanceof ConnectionFailed;

/** What to print for an error. */
export function explain(error: unknown): string {
  if (error instanceof Unauthorized) return `${error.message}\nSign in again with phone-agents login.`;
  if (error instanceof ApiError) {
    const id = error.status >= 500 && error.requestId !== undefined ? ` (request ${error.requestId})` : '';
    return `${error.message}${id}`;
  }
  if (explainsItself(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
