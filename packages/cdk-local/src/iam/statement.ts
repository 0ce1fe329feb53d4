import type { Condition } from './condition.ts';

/** One statement of a policy document. */
export interface Statement {
  /** The name of the policy, for messages. */
  readonly policy: string;
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[] | undefined;
  readonly resources: readonly string[] | undefined;
  /** Of resource policies only: role ARNs, service names, or '*'. */
  readonly principals: readonly string[];
  readonly conditions: readonly Condition[];
}
