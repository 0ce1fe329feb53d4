/** An issue of a request: its location, its message and a stable type. */
export interface Issue {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

/** An expected failure of a request. `type` selects its HTTP status in error-responses.ts. */
export class ApiError extends Error {
  /** `vendor_failure`: the outcome at the vendor is unknown; `vendor_refusal`: the vendor did nothing. */
  readonly type:
    | 'bad_request'
    | 'unauthorized'
    | 'missing_scope'
    | 'not_found'
    | 'quota_exceeded'
    | 'conflict'
    | 'revision_changed'
    | 'too_large'
    | 'unsupported_media_type'
    | 'invalid_input'
    | 'too_many'
    | 'vendor_failure'
    | 'vendor_refusal';
  readonly issues: readonly Issue[];
  /** Seconds after which a retry may succeed; undefined if unknown. */
  readonly retryAfterSeconds: number | undefined;
  /** The present revision of the record. */
  readonly etag: string | undefined;

  constructor(
    type: ApiError['type'],
    issues: readonly Issue[],
    { retryAfterSeconds, etag }: { readonly retryAfterSeconds?: number; readonly etag?: string } = {},
  ) {
    super(issues.map((issue) => issue.msg).join(' '));
    this.name = 'ApiError';
    this.type = type;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
    this.etag = etag;
  }
}

/** The request violates its schema, or names a record that its sender does not own. */
export function invalidInput(issues: readonly Issue[]): ApiError {
  return new ApiError('invalid_input', issues);
}

/** @param kind A kind of record, with underscores or in words. */
export function notFound(kind: string): ApiError {
  const msg = `No ${wordsFor(kind)} with this id.`;
  return new ApiError('not_found', [{ loc: ['query', 'id'], msg, type: 'not_found' }]);
}

export const wordsFor = (kind: string): string => kind.replaceAll('_', ' ');
