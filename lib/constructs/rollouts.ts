import { CfnResource, Duration, Validations } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { CallerWait } from '../../lambdas/platform/worker.ts';
import { userFacingAlarmName } from '../config/alarm-thresholds.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { ROLLBACK_ALARMS, type RolloutGroup, rolloutGroupOf, type Shift } from '../config/rollout.ts';

/** The alias that invokes a function with a gradual rollout. */
export const ALIAS = 'live';

export interface RolledOut {
  readonly function: lambda.Function;
  readonly timeoutSeconds: number;
  readonly callerWaitsFor: CallerWait | undefined;
}

/** Moves a function’s invocations to each new version. Returns the alias that they go through. */
export type RollOut = (fn: RolledOut) => lambda.IFunction;

/** Minimum errors, or slow invocations, of a new version in five minutes for an alarm. */
const LEAST_CASES = 3;
const MOST_ERRORS = 0.05;
const MOST_SLOW = 0.01;

/** How far the share of refused tokens in the new authorizer may exceed that of both versions. */
const LEAST_REFUSALS = 10;
const MOST_REFUSALS = 0.25;

/**
 * Gradual deployment of a stack's functions: CloudFormation updates an alias through CodeDeploy, which shifts
 * invocations step by step, and back if an alarm goes off. The stack update then fails, and CloudFormation rolls it
 * back. https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-updatepolicy.html
 */
export class Rollouts extends Construct {
  readonly #config: EnvironmentConfig;
  readonly #application: codedeploy.LambdaApplication;
  readonly #role: iam.Role;

  constructor(scope: Construct, id: string, { config }: { readonly config: EnvironmentConfig }) {
    super(scope, id);
    this.#config = config;
    this.#application = new codedeploy.LambdaApplication(this, 'Application');
    this.#role = new iam.Role(this, 'Role', {
      description: 'Lets CodeDeploy shift function aliases and read alarms',
      assumedBy: new iam.ServicePrincipal('codedeploy.amazonaws.com'),
    });
    Validations.of(this.#role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/${POLICY}]`,
      reason: 'AWS maintains this policy for exactly this role, and only CodeDeploy can assume the role.',
    });
  }

  /** The rollout of a function, by its file below `lambdas/`. Returns undefined if it changes at once. */
  of(entry: string): RollOut | undefined {
    const group = rolloutGroupOf(entry);
    const shift = group && this.#config.rollout?.[group];
    return group && shift && ((fn) => this.#rollOut(fn, { group, shift }));
  }

  #rollOut(
    fn: RolledOut,
    { group, shift }: { readonly group: RolloutGroup; readonly shift: Shift },
  ): lambda.IFunction {
    const scope = fn.function.node.scope ?? this;
    const version = fn.function.currentVersion;
    const provisioned = fn.callerWaitsFor === 'turn' ? this.#config.concurrency?.provisionedTurns : undefined;
    // The alias keeps its provisioned concurrency while CodeDeploy shifts it:
    // https://docs.aws.amazon.com/lambda/latest/dg/provisioned-concurrency.html
    const alias = fn.function.addAlias(ALIAS, {
      ...(provisioned !== undefined && { provisionedConcurrentExecutions: provisioned }),
    });
    new codedeploy.LambdaDeploymentGroup(scope, 'Rollout', {
      application: this.#application,
      role: this.#role,
      alias,
      deploymentConfig: codedeploy.LambdaDeploymentConfig.fromLambdaDeploymentConfigName(
        scope,
        'Shift',
        shift === 'AtOnce' ? 'CodeDeployDefault.LambdaAllAtOnce' : `CodeDeployDefault.Lambda${shift}`,
      ),
      alarms: [...alarmsOf(scope, { ...fn, version, group }), ...this.#serviceAlarms(scope, group)],
      // A new alarm doesn't exist yet: the monitoring stack is deployed last.
      ignorePollAlarmsFailure: true,
    });
    if (shift === 'AtOnce') withoutCodeDeploy(alias);
    // The alias is an `IFunction`; only its optional role is declared differently.
    return alias as lambda.IFunction;
  }

  #serviceAlarms(scope: Construct, group: RolloutGroup): cloudwatch.IAlarm[] {
    const { name, alarmThresholds } = this.#config;
    return ROLLBACK_ALARMS[group]
      .filter(({ section }) => alarmThresholds[section] !== undefined)
      .map(({ section, suffix = '' }) => `${section}${suffix}`)
      .map((alarm) => cloudwatch.Alarm.fromAlarmName(scope, alarm, userFacingAlarmName(name, alarm)));
  }
}

const POLICY = 'AWSCodeDeployRoleForLambdaLimited';

/** An alarm on a new version alone. It stops the rollout, and the monitoring stack adds the notification. */
export class VersionAlarm extends cloudwatch.Alarm {
  readonly group: RolloutGroup;

  constructor(scope: Construct, id: string, group: RolloutGroup, props: cloudwatch.AlarmProps) {
    super(scope, id, props);
    this.group = group;
  }
}

/** Lets CloudFormation update the alias itself, whatever the state of any alarm. */
function withoutCodeDeploy(alias: lambda.Alias): void {
  const resource = alias.node.defaultChild;
  if (!CfnResource.isCfnResource(resource)) throw new Error('The alias has no CloudFormation resource.');
  delete resource.cfnOptions.updatePolicy;
}

/** Alarms on the new version only: `ExecutedVersion` distinguishes the versions of an alias. */
function alarmsOf(
  scope: Construct,
  {
    function: fn,
    version,
    group,
    timeoutSeconds,
    callerWaitsFor,
  }: RolledOut & { readonly version: lambda.Version; readonly group: RolloutGroup },
): cloudwatch.Alarm[] {
  const ofAlias = (metricName: 'Errors' | 'Invocations' | 'Duration', statistic: string) =>
    new cloudwatch.Metric({
      namespace: 'AWS/Lambda',
      metricName,
      statistic,
      period: Duration.minutes(5),
      dimensionsMap: { FunctionName: fn.functionName, Resource: `${fn.functionName}:${ALIAS}` },
    });
  const metric = (...named: Parameters<typeof ofAlias>) => {
    const all = ofAlias(...named);
    return all.with({ dimensionsMap: { ...all.dimensions, ExecutedVersion: version.version } });
  };
  const { SUM } = cloudwatch.Stats;
  const isAuthorizer = group === 'authorizer';
  const failing = new cloudwatch.MathExpression({
    expression: isAuthorizer
      ? `IF(errors >= ${LEAST_REFUSALS}, errors / invocations - allErrors / all, 0)`
      : `IF(errors >= ${LEAST_CASES}, errors / invocations, 0)`,
    usingMetrics: {
      errors: metric('Errors', SUM),
      invocations: metric('Invocations', SUM),
      ...(isAuthorizer && { allErrors: ofAlias('Errors', SUM), all: ofAlias('Invocations', SUM) }),
    },
    period: Duration.minutes(5),
  });
  // A 99th percentile needs 1,000 values to count: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html
  const slow = new cloudwatch.MathExpression({
    expression: `IF(slow >= ${LEAST_CASES}, slow / all, 0)`,
    usingMetrics: {
      // The number of slower invocations.
      slow: metric('Duration', `TC(${(timeoutSeconds * 1000) / 2}:)`),
      all: metric('Duration', cloudwatch.Stats.SAMPLE_COUNT),
    },
    period: Duration.minutes(5),
  });
  const alarm = (id: string, watched: cloudwatch.IMetric, threshold: number, what: string) =>
    new VersionAlarm(scope, id, group, {
      metric: watched,
      threshold,
      alarmDescription: `A new version ${what}, and is rolled back. What to do: docs/operations.md#after-a-rollback`,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
  const most = isAuthorizer ? MOST_REFUSALS : MOST_ERRORS;
  const failed = alarm('VersionFails', failing, most, 'of the function fails');
  // Slowness matters only if a caller waits for each invocation.
  if (callerWaitsFor !== 'call') return [failed];
  return [failed, alarm('VersionIsSlow', slow, MOST_SLOW, 'of the function is slow')];
}
