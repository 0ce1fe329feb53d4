import * as z from 'zod';
import { messageAttributesSchema } from './queues/message.ts';

const seconds = z.number().int().min(0);
/** Twelve hours, SQS's longest. */
const visibility = seconds.max(43_200);
const delay = seconds.max(900);

const messageFields = {
  MessageBody: z.string().min(1),
  DelaySeconds: delay.optional(),
  MessageAttributes: messageAttributesSchema.default({}),
  MessageGroupId: z.string().optional(),
  MessageSystemAttributes: z
    .strictObject({
      AWSTraceHeader: z.object({ DataType: z.literal('String'), StringValue: z.string() }).optional(),
    })
    .optional(),
};

const entries = <T extends z.ZodType>(entry: T) => z.array(entry).min(1).max(10);

/** The inputs of queue operations, besides the URL. */
export const sqsInputs = {
  SendMessage: z.object(messageFields),
  SendMessageBatch: z.object({ Entries: entries(z.object({ Id: z.string(), ...messageFields })) }),
  ReceiveMessage: z.object({
    MaxNumberOfMessages: z.number().int().min(1).max(10).default(1),
    VisibilityTimeout: visibility.optional(),
    WaitTimeSeconds: seconds.max(20).optional(),
    AttributeNames: z.array(z.string()).default([]),
    MessageSystemAttributeNames: z.array(z.string()).default([]),
    MessageAttributeNames: z.array(z.string()).default([]),
  }),
  DeleteMessage: z.object({ ReceiptHandle: z.string() }),
  DeleteMessageBatch: z.object({ Entries: entries(z.object({ Id: z.string(), ReceiptHandle: z.string() })) }),
  ChangeMessageVisibility: z.object({ ReceiptHandle: z.string(), VisibilityTimeout: visibility }),
  ChangeMessageVisibilityBatch: z.object({
    Entries: entries(z.object({ Id: z.string(), ReceiptHandle: z.string(), VisibilityTimeout: visibility })),
  }),
  GetQueueAttributes: z.object({ AttributeNames: z.array(z.string()).default([]) }),
};
