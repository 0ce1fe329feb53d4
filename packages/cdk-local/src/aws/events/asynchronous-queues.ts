import * as z from 'zod';
import { findInvoked } from '../../functions/qualifiers.ts';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resources } from '../../template/resource.ts';
import type { QueueSettings } from '../sqs/queues/queue-settings.ts';

/** A function that may be invoked asynchronously. Lambda repeats no invocation that failed. */
export interface AsynchronousFunction {
  readonly functionArn: string;
  /** Lambda's own queue of its invocations. */
  readonly queue: QueueSettings;
  readonly maximumAgeMs: number;
  /** The queue for events that Lambda gives up on. */
  readonly deadLetterArn: string | undefined;
}

const queueArn = z.string().regex(/^arn:[^:]+:sqs:/, 'the local runtime sends to queues only');

const functionSchema = z.object({
  Timeout: z.number().default(3),
  DeadLetterConfig: z.object({ TargetArn: queueArn }).optional(),
});

const invokeConfigSchema = z.object({
  FunctionName: z.string(),
  Qualifier: z
    .literal('$LATEST', 'the local runtime invokes no version or alias asynchronously')
    .default('$LATEST'),
  MaximumRetryAttempts: z.literal(0, 'the local runtime repeats no invocation that failed'),
  // Lambda's default: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-configuring.html
  MaximumEventAgeInSeconds: z.number().default(6 * 3600),
  DestinationConfig: z.never('the local runtime has no destinations of invocations').optional(),
});

/** Retention in milliseconds: longer than Lambda's, so that no event expires before Lambda gives up. */
const RETENTION_MS = 24 * 3_600_000;

export function asynchronousQueueName(functionArn: string): string {
  return `asynchronous-invocation:${functionArn.split(':')[6]}`;
}

/** The functions of the stacks that have an AWS::Lambda::EventInvokeConfig. */
export function readAsynchronousFunctions(resources: Resources): AsynchronousFunction[] {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::EventInvokeConfig')
    .map((resource) => {
      const { FunctionName, MaximumEventAgeInSeconds } = readProperties(resource, invokeConfigSchema);
      const invoked = findInvoked(resources, FunctionName);
      if (!invoked) throw new Error(`${nameOf(resource)}: there is no function ${FunctionName}`);
      const { Timeout, DeadLetterConfig } = readProperties(invoked.resource, functionSchema);
      const name = asynchronousQueueName(invoked.arn);
      // An invocation may wait for a container.
      const visibilityMs = Timeout * 1000 + 60_000;
      const queue = {
        name,
        arn: name,
        url: name,
        visibilityMs,
        retentionMs: RETENTION_MS,
        redrive: undefined,
      };
      return {
        functionArn: invoked.arn,
        queue,
        maximumAgeMs: MaximumEventAgeInSeconds * 1000,
        deadLetterArn: DeadLetterConfig?.TargetArn,
      };
    });
}
