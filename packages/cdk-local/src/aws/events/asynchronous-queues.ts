import * as z from 'zod';
import type { Resource, Resources } from '../../template/resource.ts';
import type { QueueSettings } from '../sqs/queues/queue-settings.ts';

const functionSchema = z.object({
  Timeout: z.number().default(3),
  DeadLetterConfig: z.object({ TargetArn: z.string() }).optional(),
});

const invokeConfigSchema = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().default(2),
  DestinationConfig: z
    .object({
      OnFailure: z.object({ Destination: z.string() }).optional(),
      OnSuccess: z.undefined().optional(),
    })
    .optional(),
});

/** The name of a function's queue of asynchronous invocations. */
export function asynchronousQueueName(functionArn: string): string {
  return `asynchronous-invocation:${functionArn.split(':')[6]}`;
}

/** Lambda's own queues of asynchronous invocations, one a function: two retries, then the dead-letter queue or failure destination. */
export function asynchronousQueues(resources: Resources): QueueSettings[] {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .map((resource) => {
      const { Timeout, DeadLetterConfig } = functionSchema.parse(resource.properties);
      const config = invokeConfigOf(resources, resource);
      const name = asynchronousQueueName(resource.attributes.Arn ?? '');
      return {
        name,
        arn: name,
        url: name,
        // Lambda waits a minute before the first retry; here a developer is waiting.
        visibilityMs: Timeout * 1000 + 20_000,
        delayMs: 0,
        retentionMs: 6 * 3_600_000,
        waitMs: 0,
        redrive: {
          maxReceiveCount: (config?.MaximumRetryAttempts ?? 2) + 1,
          deadLetterArn: config?.DestinationConfig?.OnFailure?.Destination ?? DeadLetterConfig?.TargetArn,
        },
      };
    });
}

function invokeConfigOf(resources: Resources, { ref, attributes }: Resource) {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::EventInvokeConfig')
    .map(({ properties }) => invokeConfigSchema.parse(properties))
    .find(({ FunctionName }) => FunctionName === ref || FunctionName === attributes.Arn);
}
