import {
  CfnOutput,
  DefaultStackSynthesizer,
  Duration,
  Fn,
  type IStackSynthesizer,
  LegacyStackSynthesizer,
  Stack,
  type StackProps,
  type Stage,
} from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { bootstrapQualifier } from '../config/bootstrap-qualifier.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { boundaryName } from '../deployment/boundary.ts';
import { global, type Reach } from '../deployment/environment-arns.ts';
import { ExecutionPolicies } from '../deployment/execution-policies.ts';
import { setFeatureFlags } from '../feature-flags.ts';

interface DeployRoleStackProps extends StackProps {
  /** The stage of the environment, such as `Production`. */
  readonly stage: string;
  readonly config: EnvironmentConfig;
  readonly pipeline: NonNullable<EnvironmentConfig['pipeline']>;
}

/** The issuer of GitHub's tokens. An account can have one provider for it, which other repositories may use, too. */
const ISSUER = 'token.actions.githubusercontent.com';

/** The CDK's bootstrap roles: to read without decryption, to publish files, to run CloudFormation. */
const LOOKUP = DefaultStackSynthesizer.DEFAULT_LOOKUP_ROLE_ARN;
const FILE_PUBLISHING = DefaultStackSynthesizer.DEFAULT_FILE_ASSET_PUBLISHING_ROLE_ARN;
const DEPLOY = DefaultStackSynthesizer.DEFAULT_DEPLOY_ROLE_ARN;

/**
 * The roles of the GitHub workflows, which hold no keys: GitHub signs a token for a job, and its subject must be the
 * repository's. Both roles can only assume roles of the CDK's bootstrap stack, as `cdk` does with any credentials:
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html,
 * https://docs.github.com/en/actions/reference/security/oidc
 *
 * And the policies of the role with which CloudFormation then acts, for `cdk bootstrap`, which would give it
 * AdministratorAccess. An administrator deploys this stack with credentials of their own, before `cdk bootstrap`: what
 * bounds a pipeline must not be the pipeline's to change.
 */
class DeployRoleStack extends Stack {
  readonly #reach: Reach;

  constructor(scope: Construct, id: string, { stage, config, pipeline, ...props }: DeployRoleStackProps) {
    // It needs no bootstrap roles or bucket, only the command line's credentials. It is a synthesizer; only its
    // optional roles are declared differently.
    super(scope, id, { ...props, synthesizer: new LegacyStackSynthesizer() as IStackSynthesizer });
    setFeatureFlags(this);
    const { partition, account, region } = this;
    this.#reach = { partition, account, region, stage, name: config.name };
    this.#addRoles(config, pipeline.repository);
    const { arns } = new ExecutionPolicies(this, 'Execution', this.#reach);
    new CfnOutput(this, 'ExecutionPolicies', {
      value: arns.join(','),
      description: 'For cdk bootstrap --cloudformation-execution-policies',
    });
  }

  #addRoles({ name }: EnvironmentConfig, repository: string): void {
    const deploy = this.#role('Deploy', {
      description: `Deploys ${name} from the main branch of ${repository}`,
      subject: `repo:${repository}:environment:${name}`,
      assumes: [LOOKUP, FILE_PUBLISHING, DEPLOY],
      session: Duration.hours(2),
    });
    const diff = this.#role('Diff', {
      description: `Compares ${name} with pull requests of ${repository}`,
      subject: `repo:${repository}:pull_request`,
      assumes: [LOOKUP],
    });
    new CfnOutput(this, 'DeployRoleArn', { value: deploy.roleArn });
    new CfnOutput(this, 'DiffRoleArn', { value: diff.roleArn });
  }

  #role(
    id: string,
    role: {
      readonly description: string;
      readonly subject: string;
      readonly assumes: readonly string[];
      /** The longest session: the deployment waits for new versions to take over. @default an hour */
      readonly session?: Duration;
    },
  ): iam.Role {
    const reach = this.#reach;
    const [provider = ''] = global(reach, 'iam', `oidc-provider/${ISSUER}`);
    return new iam.Role(this, id, {
      description: role.description,
      ...(role.session && { maxSessionDuration: role.session }),
      assumedBy: new iam.WebIdentityPrincipal(provider, {
        StringEquals: { [`${ISSUER}:aud`]: 'sts.amazonaws.com', [`${ISSUER}:sub`]: role.subject },
      }),
      inlinePolicies: {
        assume: new iam.PolicyDocument({
          statements: [
            new iam.PolicyStatement({
              actions: ['sts:AssumeRole'],
              resources: role.assumes.map((arn) => this.#bootstrapRole(arn)),
            }),
          ],
        }),
      },
    });
  }

  /** The ARN in the form of the cloud assembly: with CloudFormation's pseudo parameters. */
  #bootstrapRole(arn: string): string {
    const qualifier = bootstrapQualifier(this);
    return Fn.sub(arn.replace(/\$\{Qualifier\}/g, qualifier).replace(/\$\{AWS::Region\}/g, this.region));
  }
}

/** Lets workflows deploy: adds the stack of their roles, which also bounds all of the environment's roles. */
export function deployedByPipeline(
  stage: Stage,
  config: EnvironmentConfig,
  pipeline: NonNullable<EnvironmentConfig['pipeline']>,
): void {
  const { region, account } = config;
  const { id, root } = stage.node;
  const stack = new DeployRoleStack(root, `${id}-DeployRole`, {
    stage: id,
    config,
    pipeline,
    env: { region, ...(account !== undefined && { account }) },
  });
  const limit = iam.ManagedPolicy.fromManagedPolicyName(stack, 'Limit', boundaryName(config));
  iam.PermissionsBoundary.of(stage).apply(limit);
}
