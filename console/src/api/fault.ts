import { ApiError, ConnectionFailed } from 'phone-call-agents-client';

/** What went wrong, and what a person can do about it. */
export interface Advice {
  readonly title: string;
  readonly text: string;
}

/** Advice about any error of a request. */
export function adviceOn(error: unknown): Advice {
  if (error instanceof ConnectionFailed) {
    return {
      title: 'The service isn’t responding',
      text: 'Check your connection. The page retries automatically.',
    };
  }
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong in the console',
      text: error instanceof Error ? error.message : String(error),
    };
  }
  const said = error.issues.map(({ msg }) => msg).join(' ');
  switch (error.status) {
    case 401:
      return { title: 'You are signed out', text: 'Sign in again to continue.' };
    case 403:
      return error.issues.some(({ type }) => type === 'missing_scope')
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

function waitText({ issues, retryAfterSeconds: seconds }: ApiError): string {
  const said = issues.map(({ msg }) => msg).join(' ') || 'The service limits the rate of requests.';
  return seconds === undefined ? `${said} Try again later.` : `${said} Try again in ${seconds} s.`;
}

/** The messages about one field: those whose `loc` is the body's field or lies within it. */
export function messagesAt(error: unknown, ...path: readonly string[]): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  return error.issues
    .filter(({ loc }) => isFieldLoc(loc) && path.every((part, at) => loc[at + 1] === part))
    .map(({ loc, msg }) => {
      const inner = loc.slice(path.length + 1);
      return inner.length > 0 ? `${inner.join('.')}: ${msg}` : msg;
    });
}

/** The messages that belong to none of the shown fields. */
export function messagesElsewhere(error: unknown, shown: readonly string[]): readonly string[] {
  if (!(error instanceof ApiError)) return error ? [adviceOn(error).text] : [];
  if (error.issues.length === 0 || error.status === 403 || error.status === 429)
    return [adviceOn(error).text];
  return error.issues
    .filter(({ loc }) => !(isFieldLoc(loc) && loc[1] !== undefined && shown.includes(loc[1])))
    .map(({ loc, msg }) => (loc.length > 1 ? `${loc.slice(1).join('.')}: ${msg}` : msg));
}

const isFieldLoc = (loc: readonly string[]) => loc[0] === 'body' || loc[0] === 'query';
