import * as z from 'zod';
import type { Resource, Resources } from '../../template/resource.ts';
import type { QueueSettings } from '../sqs/queues/queue-settings.ts';

/** How Lambda treats the asynchronous invocations of a function. */
export interface AsynchronousSettings {
  readonly maximumRetries: number;
  readonly maximumAgeMs: number;
  /** The queue for events that Lambda gives up on. */
  readonly deadLetterArn: string | undefined;
}

const queueArn = z.string().regex(/^arn:[^:]+:sqs:/, 'the local runtime sends to queues only');

const functionSchema = z.object({
  Timeout: z.number().default(3),
  DeadLetterConfig: z.object({ TargetArn: queueArn }).optional(),
});

// Lambda's defaults: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-configuring.html
const invokeConfigSchema = z.object({
  FunctionName: z.string(),
  Qualifier: z
    .literal('$LATEST', 'the local runtime invokes no version or alias asynchronously')
    .default('$LATEST'),
  MaximumRetryAttempts: z.number().default(2),
  MaximumEventAgeInSeconds: z.number().default(6 * 3600),
  DestinationConfig: z.never('the local runtime has no destinations of invocations').optional(),
});

/** Retention in milliseconds: longer than Lambda's, so that no event expires before Lambda gives up. */
const RETENTION_MS = 24 * 3_600_000;

export function asynchronousQueueName(functionArn: string): string {
  return `asynchronous-invocation:${functionArn.split(':')[6]}`;
}

/** Lambda's own queues of asynchronous invocations, one a function. */
export function asynchronousQueues(resources: Resources): QueueSettings[] {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .map((resource) => {
      const { Timeout } = functionSchema.parse(resource.properties);
      const name = asynchronousQueueName(resource.attributes.Arn ?? '');
      return {
        name,
        arn: name,
        url: name,
        // An invocation may wait for a container.
        visibilityMs: Timeout * 1000 + 60_000,
        retentionMs: RETENTION_MS,
        redrive: undefined,
      };
    });
}

export function readAsynchronousSettings(resources: Resources, resource: Resource): AsynchronousSettings {
  const { DeadLetterConfig } = functionSchema.parse(resource.properties);
  const config = invokeConfigOf(resources, resource);
  return {
    maximumRetries: config.MaximumRetryAttempts,
    maximumAgeMs: config.MaximumEventAgeInSeconds * 1000,
    deadLetterArn: DeadLetterConfig?.TargetArn,
  };
}

function invokeConfigOf(resources: Resources, { ref, attributes }: Resource) {
  const config = resources
    .filter(({ type }) => type === 'AWS::Lambda::EventInvokeConfig')
    .map(({ properties }) => invokeConfigSchema.parse(properties))
    .find(({ FunctionName }) => FunctionName === ref || FunctionName === attributes.Arn);
  return config ?? invokeConfigSchema.parse({ FunctionName: ref });
}
