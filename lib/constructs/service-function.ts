import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Variable } from '../../lambdas/runtime/variables/variable.ts';
import type { Worker } from '../../lambdas/runtime/worker.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { settingText } from '../config/settings.ts';
import { wildcardFinding } from './wildcard-finding.ts';

/** What the functions of a stack have in common. */
export interface FunctionContext {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  /** The addresses that the stack knows, by the variables that tell functions of them. */
  readonly addresses: ReadonlyMap<Variable<unknown>, string>;
}

/** How a function is created. */
export interface ServiceFunctionProps
  extends FunctionContext,
    Pick<Worker, 'description' | 'timeoutSeconds' | 'memory' | 'variables' | 'metrics' | 'callerWaitsFor'> {
  /** The file below `lambdas/`, without its ending, that exports the handler. */
  readonly entry: string;
  /** Where asynchronous invocations go that failed for good. @default none: the function is not invoked asynchronously */
  readonly deadLetterQueue?: sqs.IQueue;
}

/** The CloudWatch namespace of an environment's log metrics. */
export const metricNamespace = ({ name }: EnvironmentConfig) => `phone-call-agents/${name}`;

/** A Lambda function with its own least-privilege role and a log with a retention period. */
export class ServiceFunction extends Construct {
  readonly function: lambda.Function;
  readonly #policy: iam.PolicyDocument;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new logs.LogGroup(this, 'Log', {
      retention: props.config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.#policy = new iam.PolicyDocument();
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { access: this.#policy },
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    const reserved = reservedFor(props);
    this.function = new lambda.Function(this, 'Function', {
      description: props.description,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(props.bundles(props.entry)),
      handler: 'index.handler',
      role: role.withoutPolicyUpdates(),
      logGroup,
      timeout: Duration.seconds(props.timeoutSeconds ?? 10),
      memorySize: props.memory ?? 512,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      environment: {
        POWERTOOLS_SERVICE_NAME: props.entry,
        POWERTOOLS_LOG_LEVEL: props.config.logLevel,
      },
      ...(props.deadLetterQueue && { deadLetterQueue: props.deadLetterQueue }),
    });
    if (props.deadLetterQueue) this.allow(['sqs:SendMessage'], [props.deadLetterQueue.queueArn]);
    acknowledgeLogStreams(role, logGroup);
    this.#fill(props);
    for (const [name, message] of Object.entries(props.metrics ?? {}))
      countMessage(this, { logGroup, metricNamespace: metricNamespace(props.config), name, message });
  }

  /** Gives variables their values: settings from the configuration, addresses from the stack. */
  #fill({ entry, config, addresses, variables = [] }: ServiceFunctionProps): void {
    for (const variable of variables) {
      const text = settingText(variable, config) ?? addresses.get(variable);
      if (text === undefined) throw new Error(`The stack has no value for ${variable.name} of ${entry}.`);
      this.function.addEnvironment(variable.name, text);
    }
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

  /** Sets an environment variable. */
  setVariable<Value>({ name, codec }: Variable<Value>, value: Value): void {
    this.function.addEnvironment(name, codec.encode(value));
  }
}

function reservedFor({
  callerWaitsFor,
  config: { concurrency },
}: Pick<ServiceFunctionProps, 'callerWaitsFor' | 'config'>): number | undefined {
  if (!callerWaitsFor || !concurrency) return undefined;
  return { turn: concurrency.turns, call: concurrency.callSteps }[callerWaitsFor];
}

/** Counts a message of a function's log in a metric of CloudWatch. */
function countMessage(
  scope: ServiceFunction,
  {
    logGroup,
    metricNamespace,
    name: metricName,
    message,
  }: {
    readonly logGroup: logs.LogGroup;
    readonly metricNamespace: string;
    readonly name: string;
    readonly message: string;
  },
): void {
  new logs.MetricFilter(scope, metricName, {
    logGroup,
    filterPattern: logs.FilterPattern.stringValue('$.message', '=', message),
    metricNamespace,
    metricName,
    metricValue: '1',
    defaultValue: 0,
  });
}

function acknowledgeLogStreams(role: iam.Role, logGroup: logs.LogGroup): void {
  Validations.of(role).acknowledge({
    id: wildcardFinding(role, logGroup.logGroupArn),
    reason:
      'The ARN of a log group ends in :* for its log streams, whose names Lambda chooses; the group is the function’s own.',
  });
}
