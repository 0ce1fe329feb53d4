import { Validations } from 'aws-cdk-lib';
import { ManagedPolicy, type ManagedPolicyProps, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { bootstrapQualifier } from '../config/bootstrap-qualifier.ts';
import { wildcardFinding } from '../constructs/wildcard-finding.ts';
import { boundary, boundaryName } from './boundary.ts';
import type { Reach } from './environment-arns.ts';
import { dataPolicy, edgePolicy, functionPolicy } from './resource-policy.ts';
import { rolePolicy } from './role-policy.ts';

/** The policies with which CloudFormation deploys, four because of their 6,144 characters, and the boundary. */
export class ExecutionPolicies extends Construct {
  /** The ARNs of the policies, for `cdk bootstrap`. */
  readonly arns: readonly string[];

  constructor(scope: Construct, id: string, reach: Reach) {
    super(scope, id);
    const { account, region, name } = reach;
    const limit = this.#policy('Boundary', boundary(reach), {
      managedPolicyName: boundaryName(reach),
      description: `The most that roles of ${name} may do`,
    });
    const assets = `cdk-${bootstrapQualifier(this)}-assets-${account}-${region}`;
    const policies = {
      Roles: rolePolicy(reach, limit.managedPolicyArn),
      Functions: functionPolicy(reach, assets),
      Data: dataPolicy(reach),
      Edge: edgePolicy(reach),
    };
    const description = `Lets CloudFormation deploy ${name}, together with the others of its stack`;
    this.arns = Object.entries(policies).map(
      ([policy, statements]) => this.#policy(policy, statements, { description }).managedPolicyArn,
    );
  }

  #policy(
    id: string,
    statements: PolicyStatement[],
    props: Pick<ManagedPolicyProps, 'managedPolicyName' | 'description'>,
  ): ManagedPolicy {
    const policy = new ManagedPolicy(this, id, { ...props, statements });
    const wildcards = (of: readonly string[]) => of.filter((each) => each.includes('*'));
    const findings = statements.flatMap(({ actions, resources }) => [
      ...wildcards(actions).map((action) => `AwsSolutions-IAM5[Action::${action}]`),
      ...wildcards(resources).map((arn) => wildcardFinding(policy, arn)),
    ]);
    const reason =
      'AWS chooses names and ids when it creates resources. A wildcard in an action covers one kind of resource.';
    Validations.of(policy).acknowledge(...[...new Set(findings)].map((finding) => ({ id: finding, reason })));
    return policy;
  }
}
