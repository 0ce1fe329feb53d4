import type { RequestContext } from './condition.ts';
import type { Statement } from './statement.ts';
import { matchesWildcard } from './wildcard.ts';

/** A request as IAM judges it: `action` is `service:Operation`, `resource` an ARN or `*`. */
export interface AccessRequest {
  readonly action: string;
  readonly resource: string;
  readonly context?: RequestContext;
}

/** Whether the statements let the request through: one allows it and none denies it. */
export function isAllowed(statements: readonly Statement[], request: AccessRequest): boolean {
  const applicable = statements.filter((statement) => applies(statement, request));
  return applicable.length > 0 && applicable.every(({ effect }) => effect === 'Allow');
}

function applies(statement: Statement, { action, resource, context = {} }: AccessRequest): boolean {
  // Loopback stands for the TLS connection of AWS, so that statements refusing plain HTTP let it pass.
  const known = { 'aws:SecureTransport': 'true', ...context };
  return (
    covers(statement.actions, statement.notActions, (pattern) =>
      matchesWildcard(pattern.toLowerCase(), action.toLowerCase()),
    ) &&
    covers(statement.resources, statement.notResources, (pattern) => matchesWildcard(pattern, resource)) &&
    statement.conditions.every((condition) => condition(known))
  );
}

function covers(
  included: readonly string[] | undefined,
  excluded: readonly string[] | undefined,
  matches: (pattern: string) => boolean,
): boolean {
  return included ? included.some(matches) : excluded !== undefined && !excluded.some(matches);
}
