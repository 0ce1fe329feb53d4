import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { wildcardFinding } from './wildcard-finding.ts';

/** How a function is created. */
export interface ServiceFunctionProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  /** The file in `lambdas/`, without its extension, that exports the handler. */
  readonly entry: string;
  /** The purpose of the function, in a few words. */
  readonly description: string;
  /** @default 10 seconds */
  readonly timeout?: Duration;
  /** MiB, which also buys CPU. @default 512 */
  readonly memorySize?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where asynchronous invocations go that failed for good. @default none: the function is not invoked asynchronously */
  readonly deadLetterQueue?: sqs.IQueue;
}

/** The CloudWatch namespace of an environment's log metrics. */
export const metricNamespace = ({ name }: EnvironmentConfig) => `phone-call-agents/${name}`;

/** A Lambda function with its own least-privilege role and a log with a retention period. */
export class ServiceFunction extends Construct {
  readonly function: lambda.Function;
  readonly #policy: iam.PolicyDocument;
  readonly #logGroup: logs.LogGroup;
  readonly #metricNamespace: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new logs.LogGroup(this, 'Log', {
      retention: props.config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.#logGroup = logGroup;
    this.#metricNamespace = metricNamespace(props.config);
    this.#policy = new iam.PolicyDocument();
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { access: this.#policy },
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    this.function = new lambda.Function(this, 'Function', {
      description: props.description,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(props.bundles(props.entry)),
      handler: 'index.handler',
      role: role.withoutPolicyUpdates(),
      logGroup,
      timeout: props.timeout ?? Duration.seconds(10),
      memorySize: props.memorySize ?? 512,
      environment: {
        POWERTOOLS_SERVICE_NAME: props.entry,
        POWERTOOLS_LOG_LEVEL: props.config.logLevel,
        ...props.environment,
      },
      ...(props.deadLetterQueue && { deadLetterQueue: props.deadLetterQueue }),
    });
    if (props.deadLetterQueue) this.allow(['sqs:SendMessage'], [props.deadLetterQueue.queueArn]);
    acknowledgeLogStreams(role, logGroup);
  }

  /** Allows actions on resources (ARNs), under conditions. @default always */
  allow(actions: readonly string[], resources: readonly string[], conditions?: iam.Conditions): void {
    this.#policy.addStatements(
      new iam.PolicyStatement({
        actions: [...actions],
        resources: [...resources],
        ...(conditions && { conditions }),
      }),
    );
  }

  /** Counts a message of the function's log in a CloudWatch metric. */
  countMessage(metricName: string, message: string): void {
    new logs.MetricFilter(this, metricName, {
      logGroup: this.#logGroup,
      filterPattern: logs.FilterPattern.stringValue('$.message', '=', message),
      metricNamespace: this.#metricNamespace,
      metricName,
      metricValue: '1',
      defaultValue: 0,
    });
  }

  /** Sets an environment variable. */
  setEnvironment(name: string, value: string): void {
    this.function.addEnvironment(name, value);
  }
}

function acknowledgeLogStreams(role: iam.Role, logGroup: logs.LogGroup): void {
  Validations.of(role).acknowledge({
    id: wildcardFinding(role, logGroup.logGroupArn),
    reason:
      'The ARN of a log group ends in :* for its log streams, whose names Lambda chooses; the group is the function’s own.',
  });
}
