import * as z from 'zod';
import { readProperties } from '../../../template/properties.ts';
import type { Resource } from '../../../template/resource.ts';

/** The settings of a queue; times in milliseconds. */
export interface QueueSettings {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly visibilityMs: number;
  readonly retentionMs: number;
  readonly redrive: z.infer<typeof redriveSchema> | undefined;
}

/** After `maxReceiveCount` receives a message moves to the queue of this ARN. */
const redriveSchema = z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() });

// SQS's defaults in seconds: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html
const queueSchema = z.object({
  VisibilityTimeout: z.number().default(30),
  DelaySeconds: z.never('the local runtime knows no delays of queues').optional(),
  MessageRetentionPeriod: z.number().default(4 * 24 * 3600),
  ReceiveMessageWaitTimeSeconds: z.never('the local runtime knows no waits of queues').optional(),
  RedrivePolicy: redriveSchema.optional(),
  KmsMasterKeyId: z.never('the local runtime knows no customer keys of queues').optional(),
  FifoQueue: z.literal(false, 'the local runtime knows no FIFO queues').optional(),
});

export function readQueueSettings(resource: Resource): QueueSettings {
  const { RedrivePolicy: redrive, ...seconds } = readProperties(resource, queueSchema);
  return {
    name: resource.attributes.QueueName ?? '',
    arn: resource.attributes.Arn ?? '',
    url: resource.ref,
    visibilityMs: seconds.VisibilityTimeout * 1000,
    retentionMs: seconds.MessageRetentionPeriod * 1000,
    redrive,
  };
}
