import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT, LOGGED_USER_IDS } from '../../lambdas/platform/variables/system.ts';
import type { Variable } from '../../lambdas/platform/variables/variable.ts';
import { DEFAULT_TIMEOUT_SECONDS, type Worker } from '../../lambdas/platform/worker.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { settingText } from '../config/settings.ts';
import { ALIAS, type RollOut } from './rollouts.ts';
import { wildcardFinding } from './wildcard-finding.ts';

/** Why a function may write to all log streams of a group. */
export const LOG_STREAMS =
  'The ARN of a log group ends in :* for its log streams, whose names Lambda chooses; the group belongs to the function, or to all endpoints.';

export const functionLog = (scope: Construct, id: string, { logRetentionDays }: EnvironmentConfig) =>
  new logs.LogGroup(scope, id, {
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
    // Searching for a call's lines then reads, and is billed for, only the matching parts:
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatchLogs-Field-Indexing.html
    fieldIndexPolicies: [new logs.FieldIndexPolicy({ fields: ['callId'] })],
  });

/** The common properties of a stack's functions. */
export interface FunctionContext {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  /** The stack's addresses, by the variables that contain them. */
  readonly addresses: ReadonlyMap<Variable<unknown>, string>;
}

export interface ServiceFunctionProps
  extends FunctionContext,
    Pick<Worker, 'description' | 'timeoutSeconds' | 'memory' | 'variables' | 'callerWaitsFor'> {
  /** The file below `lambdas/`, without its extension, that exports the handler. */
  readonly entry: string;
  /** Reserved concurrency, which is also the maximum. @default not reserved */
  readonly reserved?: number | undefined;
  /** The queue for failed asynchronous invocations. @default none: the function is not invoked asynchronously */
  readonly deadLetterQueue?: sqs.IQueue;
  /** A log that it shares with other functions; each log stream names its function. @default its own */
  readonly logGroup?: logs.ILogGroup | undefined;
  /** A role that it shares with functions that have the same permissions. @default its own */
  readonly role?: FunctionRole | undefined;
  /** How it moves to new versions. @default at once */
  readonly rollOut?: RollOut | undefined;
}

/** The role of a function, or of several with the same permissions. */
export class FunctionRole extends iam.Role {
  readonly #policy: iam.PolicyDocument;

  constructor(scope: Construct, id: string, description?: string) {
    const policy = new iam.PolicyDocument();
    super(scope, id, {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { access: policy },
      ...(description !== undefined && { description }),
    });
    this.#policy = policy;
  }

  /** Allows actions on resources (ARNs). `wildcard`: why their ARNs have a wildcard, which cdk-nag would report. */
  allow(
    actions: readonly string[],
    resources: readonly string[],
    { conditions, wildcard }: { readonly conditions?: iam.Conditions; readonly wildcard?: string } = {},
  ): void {
    this.#policy.addStatements(
      new iam.PolicyStatement({
        actions: [...actions],
        resources: [...resources],
        ...(conditions && { conditions }),
      }),
    );
    if (wildcard === undefined) return;
    for (const arn of resources)
      Validations.of(this).acknowledge({ id: wildcardFinding(this, arn), reason: wildcard });
  }
}

/** A Lambda function with a least-privilege role and a log with a retention period. */
export class ServiceFunction extends Construct {
  readonly function: lambda.Function;
  /** The invocation target: the alias of a function with a gradual rollout, or the function itself. */
  readonly invoked: lambda.IFunction;
  /** The file below `lambdas/`, without its extension. */
  readonly entry: string;
  readonly logGroup: logs.ILogGroup;
  /** Its reserved, and thereby maximum, concurrency. */
  readonly reserved: number | undefined;
  readonly #role: FunctionRole;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    this.entry = props.entry;
    const logGroup = props.logGroup ?? functionLog(this, 'Log', props.config);
    this.logGroup = logGroup;
    this.#role = props.role ?? new FunctionRole(this, 'Role');
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn], {
      wildcard: LOG_STREAMS,
    });
    if (props.config.tracing)
      this.allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*'], {
        wildcard: 'X-Ray traces have no resource names.',
      });
    const { reserved } = props;
    this.reserved = reserved;
    const timeoutSeconds = props.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    this.function = new lambda.Function(this, 'Function', {
      description: props.description,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(props.bundles(props.entry)),
      handler: 'index.handler',
      role: this.#role.withoutPolicyUpdates(),
      logGroup,
      tracing: props.config.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: props.memory ?? 512,
      // Former versions of a function with an alias stay, so that the alias can return to one at once.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      environment: {
        POWERTOOLS_SERVICE_NAME: props.entry,
        POWERTOOLS_LOG_LEVEL: props.config.logLevel,
        ...(props.config.metrics && { [ENVIRONMENT.name]: props.config.name }),
        [LOGGED_USER_IDS.name]: LOGGED_USER_IDS.codec.encode(props.config.userIdsInLogs),
      },
      ...(props.deadLetterQueue && { deadLetterQueue: props.deadLetterQueue }),
    });
    if (props.deadLetterQueue) this.allow(['sqs:SendMessage'], [props.deadLetterQueue.queueArn]);
    this.#fill(props);
    const { callerWaitsFor } = props;
    this.invoked =
      props.rollOut?.({ function: this.function, timeoutSeconds, callerWaitsFor }) ?? this.function;
  }

  /** The ARN of the target, without the alias: a new route would wait for the functions of all routes. */
  get invokedArn(): string {
    const { functionArn } = this.function;
    return this.invoked === this.function ? functionArn : `${functionArn}:${ALIAS}`;
  }

  /** Sets variables: settings from the configuration, addresses from the stack. */
  #fill({ entry, config, addresses, variables = [] }: ServiceFunctionProps): void {
    for (const variable of variables) {
      const text = settingText(variable, config) ?? addresses.get(variable);
      if (text === undefined) throw new Error(`The stack has no value for ${variable.name} of ${entry}.`);
      this.function.addEnvironment(variable.name, text);
    }
  }

  allow(...allowed: Parameters<FunctionRole['allow']>): void {
    this.#role.allow(...allowed);
  }

  setVariable<Value>({ name, codec }: Variable<Value>, value: Value): void {
    this.function.addEnvironment(name, codec.encode(value));
  }
}
