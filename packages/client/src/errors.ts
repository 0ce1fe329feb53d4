/** What is wrong with a request. */
export interface Issue {
  /** Where: `body`, `query` or `header`, then field names or positions in lists. Empty without a location. */
  readonly loc: readonly string[];
  /** For people to read; the text may change. */
  readonly msg: string;
  /** A stable name for programs. */
  readonly type: string;
}

/** What is known of a failed request. */
interface Failure {
  readonly status: number;
  readonly issues?: readonly Issue[];
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly revision?: string | undefined;
  /** The method and the path. */
  readonly request?: string;
}

/** The service refused a request, or failed. */
export class ApiError extends Error {
  readonly status: number;
  /** Empty if the answer was not the API's, such as a proxy's. */
  readonly issues: readonly Issue[];
  /** The `x-request-id` of the answer, for the operator. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another try, if the answer names them. */
  readonly retryAfterSeconds: number | undefined;
  /** The record's present revision, if the answer names it. */
  readonly revision: string | undefined;

  constructor({ status, issues = [], requestId, retryAfterSeconds, revision, request }: Failure) {
    const reasons = issues.map(({ loc, msg }) => [loc.join('.'), msg].filter(Boolean).join(': '));
    const head = `${request ?? 'The request'} was refused (${status})`;
    super(reasons.length > 0 ? `${head}: ${reasons.join(' ')}` : `${head}.`);
    this.name = new.target.name;
    this.status = status;
    this.issues = issues;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.revision = revision;
  }

  /** Whether an issue has this type. */
  has(type: string): boolean {
    return this.issues.some((issue) => issue.type === type);
  }
}

/** 400, 422: a header, a parameter or a field is invalid. */
export class InvalidRequest extends ApiError {}

/** 401: the token is missing, wrong, expired or revoked. */
export class Unauthorized extends ApiError {}

/** 403: the token lacks a scope, or a quota is used up. */
export class Forbidden extends ApiError {}

/** 404: you have no such record. */
export class NotFound extends ApiError {}

/** 409: the request conflicts with the state of the record. */
export class Conflict extends ApiError {}

/** 412: somebody changed the record meanwhile; `revision` is the present one. */
export class RevisionChanged extends ApiError {}

/** 429: a limit is reached; try again after `retryAfterSeconds`. */
export class RateLimited extends ApiError {}

/** 5xx: the service or one of its vendors failed. */
export class ServiceFailed extends ApiError {}

/** No answer came, or none in time. */
export class ConnectionFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: RevisionChanged,
  422: InvalidRequest,
  429: RateLimited,
};

/** The error of an answer, whose body need not be the API's: a proxy may have answered. */
export function errorOf(request: string, { status, headers }: Response, body: unknown): ApiError {
  const Class = BY_STATUS[status] ?? (status >= 500 ? ServiceFailed : ApiError);
  return new Class({
    request,
    status,
    issues: issuesIn(body),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsIn(headers.get('retry-after')),
    revision: headers.get('etag') ?? undefined,
  });
}

function issuesIn(body: unknown): readonly Issue[] {
  const { detail }: { readonly detail?: unknown } = { ...Object(body) };
  return Array.isArray(detail) ? detail.filter(isIssue) : [];
}

function isIssue(value: unknown): value is Issue {
  const { loc, msg, type }: Readonly<Record<string, unknown>> = { ...Object(value) };
  return Array.isArray(loc) && typeof msg === 'string' && typeof type === 'string';
}

/** `Retry-After` has seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function secondsIn(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1000 : seconds;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
