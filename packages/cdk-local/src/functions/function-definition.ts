import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { ClockSetting } from '../clock/install-clock.ts';
import { readProperties } from '../template/properties.ts';
import type { Resource } from '../template/resource.ts';
import { stableId } from '../template/stable-id.ts';

export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  readonly directory: string;
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Undefined when the function shares the account's capacity. */
  readonly reservedConcurrency: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** @default real time */
  readonly clock?: ClockSetting;
}

const functionSchema = z.object({
  Handler: z.string(),
  Runtime: z.string().startsWith('nodejs', 'the local runtime runs Node.js functions only'),
  // Lambda's defaults: https://docs.aws.amazon.com/lambda/latest/dg/configuration-function-common.html
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  ReservedConcurrentExecutions: z.number().optional(),
  RecursiveLoop: z.literal('Terminate').optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
  Layers: z.array(z.unknown()).max(0, 'the local runtime knows no layers').optional(),
});

export interface AwsAddress {
  readonly url: string;
  /** The secret access key of `operator`, from which those of functions are derived. */
  readonly operatorKey: string;
}

/** Reads an AWS::Lambda::Function; `overrides` replaces values of variables that the template sets, and adds none. */
export function readFunction(options: {
  readonly resource: Resource;
  readonly directory: string;
  readonly aws: AwsAddress;
  readonly overrides: Readonly<Record<string, string>>;
  readonly clock?: ClockSetting | undefined;
}): FunctionDefinition {
  const { resource, directory, clock } = options;
  const properties = readProperties(resource, functionSchema);
  const definition = {
    name: resource.ref,
    arn: resource.attributes.Arn ?? '',
    directory,
    handler: properties.Handler,
    timeoutMs: properties.Timeout * 1000,
    memoryMb: properties.MemorySize,
    reservedConcurrency: properties.ReservedConcurrentExecutions,
    ...(clock && { clock }),
  };
  const variables = Object.entries(properties.Environment?.Variables ?? {}).map(
    ([name, value]) => [name, options.overrides[name] ?? value] as const,
  );
  const environment = {
    ...reservedVariables(definition, options.aws),
    ...Object.fromEntries(variables),
  };
  return { ...definition, environment };
}

/** The access key by which the function signs requests, so that no function can sign as another. */
export function credentialsOf(functionArn: string, operatorKey: string) {
  const accessKeyId = `ASIA${stableId(functionArn, 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`;
  const secretAccessKey = createHmac('sha256', operatorKey).update(accessKeyId).digest('base64url');
  return { accessKeyId, secretAccessKey };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime */
function reservedVariables(
  { name, arn, handler, memoryMb, directory }: Omit<FunctionDefinition, 'environment'>,
  { url, operatorKey }: AwsAddress,
): Record<string, string> {
  const { accessKeyId, secretAccessKey } = credentialsOf(arn, operatorKey);
  const region = arn.split(':')[3] ?? '';
  const { NODE_ENV, PATH = '' } = process.env;
  return {
    PATH,
    ...(NODE_ENV === undefined ? {} : { NODE_ENV }),
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    LAMBDA_TASK_ROOT: directory,
    _HANDLER: handler,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: 'local',
    AWS_ENDPOINT_URL: url,
    // The developer's own AWS profile must not reach the functions.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
}
