import type { components } from './schema.ts';

/** One fault of a request, as the API names it. */
type FaultDetail = components['schemas']['ErrorDetail'];

/** Why a request failed. `status` is 0 if the service gave no answer. */
export class ApiFault extends Error {
  readonly status: number;
  readonly detail: readonly FaultDetail[];
  /** The `x-request-id` of the answer, for the operator. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another try, if the answer names them. */
  readonly retryAfter: number | undefined;

  constructor(fault: {
    readonly status: number;
    readonly detail?: readonly FaultDetail[];
    readonly requestId?: string | undefined;
    readonly retryAfter?: number | undefined;
  }) {
    const detail = fault.detail ?? [];
    super(detail.map(({ msg }) => msg).join(' ') || `The request failed (${fault.status}).`);
    this.status = fault.status;
    this.detail = detail;
    this.requestId = fault.requestId;
    this.retryAfter = fault.retryAfter;
  }
}

/** The fault of an answer, whose body need not be the API's: a proxy may have answered. */
export function faultOf(status: number, headers: Headers, body: unknown): ApiFault {
  const wait = Number(headers.get('retry-after'));
  return new ApiFault({
    status,
    detail: detailOf(body),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : undefined,
  });
}

function detailOf(body: unknown): readonly FaultDetail[] {
  if (typeof body !== 'object' || body === null || !('detail' in body) || !Array.isArray(body.detail))
    return [];
  return body.detail.filter(isDetail);
}

function isDetail(value: unknown): value is FaultDetail {
  const { loc, msg, type }: Readonly<Record<string, unknown>> = { ...Object(value) };
  return Array.isArray(loc) && typeof msg === 'string' && typeof type === 'string';
}

/** What went wrong, and what a person can do about it. */
export interface Advice {
  readonly title: string;
  readonly text: string;
}

/** Advice about any error of a request. */
export function adviceOn(error: unknown): Advice {
  if (!(error instanceof ApiFault)) {
    return {
      title: 'Something went wrong in the console',
      text: error instanceof Error ? error.message : String(error),
    };
  }
  const said = error.detail.map(({ msg }) => msg).join(' ');
  switch (error.status) {
    case 0:
      return {
        title: 'The service isn’t responding',
        text: 'Check your connection. The page retries automatically.',
      };
    case 401:
      return { title: 'You are signed out', text: 'Sign in again to continue.' };
    case 403:
      return error.detail.some(({ type }) => type === 'missing_scope')
        ? { title: 'Your session lacks a scope', text: `${said} Sign in with a token that has it.` }
        : { title: 'Refused', text: said || 'A rule of the service blocks this request.' };
    case 404:
      return { title: 'Not found', text: said || 'This record doesn’t exist, or isn’t yours.' };
    case 429:
      return { title: 'Too many requests', text: waitText(error) };
    default:
      if (error.status >= 500) {
        const id = error.requestId ? ` Give your operator the request id ${error.requestId}.` : '';
        return { title: 'The service failed', text: `${said || 'Something went wrong on our side.'}${id}` };
      }
      return { title: 'Couldn’t do that', text: said || `The service answered with status ${error.status}.` };
  }
}

function waitText({ detail, retryAfter }: ApiFault): string {
  const said = detail.map(({ msg }) => msg).join(' ') || 'The service limits the rate of requests.';
  return retryAfter === undefined ? `${said} Try again later.` : `${said} Try again in ${retryAfter} s.`;
}

/** The messages about one field: those whose `loc` is the body's field or lies within it. */
export function messagesAt(error: unknown, ...path: readonly string[]): readonly string[] {
  if (!(error instanceof ApiFault)) return [];
  return error.detail
    .filter(({ loc }) => isFieldLoc(loc) && path.every((part, at) => loc[at + 1] === part))
    .map(({ loc, msg }) => {
      const inner = loc.slice(path.length + 1);
      return inner.length > 0 ? `${inner.join('.')}: ${msg}` : msg;
    });
}

/** The messages that belong to none of the shown fields. */
export function messagesElsewhere(error: unknown, shown: readonly string[]): readonly string[] {
  if (!(error instanceof ApiFault)) return error ? [adviceOn(error).text] : [];
  if (error.detail.length === 0 || error.status === 403 || error.status === 429)
    return [adviceOn(error).text];
  return error.detail
    .filter(({ loc }) => !(isFieldLoc(loc) && loc[1] !== undefined && shown.includes(loc[1])))
    .map(({ loc, msg }) => (loc.length > 1 ? `${loc.slice(1).join('.')}: ${msg}` : msg));
}

const isFieldLoc = (loc: readonly string[]) => loc[0] === 'body' || loc[0] === 'query';

/** Whether asking again may help: no answer, a limit, or a fault of the service. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiFault && (error.status === 0 || error.status === 429 || error.status >= 500);
}
