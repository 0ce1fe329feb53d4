/** One fault of a request: where it is, what is wrong, and a stable type. */
export interface Fault {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

/** An expected failure; `type` picks its status from the table in error-responses.ts. */
export class DomainError extends Error {
  /** `vendor_failure`: nobody knows whether a vendor did what it was asked for; `vendor_refusal`: it certainly did not. */
  readonly type:
    | 'bad_request'
    | 'unauthorized'
    | 'not_found'
    | 'quota_exceeded'
    | 'conflict'
    | 'too_large'
    | 'unsupported_media_type'
    | 'invalid_input'
    | 'too_many'
    | 'vendor_failure'
    | 'vendor_refusal';
  readonly faults: readonly Fault[];
  /** After how many seconds it may be otherwise, where that can be told. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    type: DomainError['type'],
    faults: readonly Fault[],
    { retryAfterSeconds }: { readonly retryAfterSeconds?: number } = {},
  ) {
    super(faults.map((fault) => fault.msg).join(' '));
    this.name = 'DomainError';
    this.type = type;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The request does not fit its schema, or names a record that its sender does not have. */
export function invalidInput(faults: readonly Fault[]): DomainError {
  return new DomainError('invalid_input', faults);
}

/** The sender has no such record. */
export function notFound(kind: string): DomainError {
  return new DomainError('not_found', [
    { loc: ['query', 'id'], msg: `No ${kind} with this id.`, type: 'not_found' },
  ]);
}
