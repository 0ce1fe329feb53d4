import type { RequestContext } from './condition.ts';
import type { Statement } from './statement.ts';
import { matchesWildcard } from './wildcard.ts';

/** A request for IAM: `action` is `service:Operation`, `resource` an ARN or `*`. */
export interface AccessRequest {
  readonly action: string;
  readonly resource: string;
  readonly context?: RequestContext;
}

/** Whether a statement allows the request and none denies it. */
export function isAllowed(statements: readonly Statement[], request: AccessRequest): boolean {
  const applicable = statements.filter((statement) => applies(statement, request));
  return applicable.length > 0 && applicable.every(({ effect }) => effect === 'Allow');
}

function applies(statement: Statement, { action, resource, context = {} }: AccessRequest): boolean {
  // Loopback counts as TLS, so that statements against plain HTTP don't refuse it.
  const known = { 'aws:SecureTransport': 'true', ...context };
  return (
    includes(statement.actions, (pattern) => matchesWildcard(pattern.toLowerCase(), action.toLowerCase())) &&
    includes(statement.resources, (pattern) => matchesWildcard(pattern, resource)) &&
    statement.conditions.every((condition) => condition(known))
  );
}

const includes = (patterns: readonly string[] | undefined, matches: (pattern: string) => boolean) =>
  patterns?.some(matches) === true;
