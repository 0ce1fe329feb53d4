/** Why the command failed, in one line for its user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The service refused a request; `loc` is where in the request an issue is. */
export class RefusedError extends CommandError {
  readonly issues: readonly { readonly loc: readonly string[]; readonly msg: string }[];

  constructor(message: string, issues: RefusedError['issues']) {
    super(message);
    this.issues = issues;
  }
}
