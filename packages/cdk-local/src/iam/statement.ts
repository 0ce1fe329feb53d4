import type { Condition } from './condition.ts';

export interface Statement {
  readonly policy: string;
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[] | undefined;
  readonly resources: readonly string[] | undefined;
  /** Of resource policies only: role ARNs, service names, or '*'. */
  readonly principals: readonly string[];
  readonly conditions: readonly Condition[];
}
