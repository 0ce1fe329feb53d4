import * as z from 'zod';
import { AwsError } from '../protocol/aws-error.ts';
import { digestOfAttributes, digestOfBody } from './message-digest.ts';
import type { Message, NewMessage } from './queues/message.ts';
import { messageAttributesSchema } from './queues/message.ts';
import type { Queue } from './queues/queue.ts';
import { toReceiveResult } from './received-message.ts';

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
const sqsInputs = {
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

type Sender = Pick<NewMessage, 'senderId' | 'traceHeader'>;
type Operation = (queue: Queue, input: unknown, sender: Sender) => Promise<object>;

/** The largest message in bytes: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
const MAX_MESSAGE_BYTES = 1_048_576;

/** The operations on a queue. An invalid input rejects with a ZodError. */
export const sqsOperations: Readonly<Record<string, Operation>> = {
  SendMessage: async (queue, input, sender) => {
    const [sent] = await queue.send([toNewMessage(sqsInputs.SendMessage.parse(input), sender)]);
    return sent ? toSendResult(sent) : {};
  },
  SendMessageBatch: async (queue, input, sender) => {
    const { Entries } = sqsInputs.SendMessageBatch.parse(input);
    const sent = await queue.send(Entries.map((entry) => toNewMessage(entry, sender)));
    return {
      Successful: sent.map((message, index) => ({ Id: Entries[index]?.Id, ...toSendResult(message) })),
      Failed: [],
    };
  },
  ReceiveMessage: async (queue, input) => {
    const asked = sqsInputs.ReceiveMessage.parse(input);
    const waitMs = (asked.WaitTimeSeconds ?? queue.settings.waitMs / 1000) * 1000;
    if (waitMs > 0) await queue.waitForMessages(AbortSignal.timeout(waitMs));
    const visibilityMs = asked.VisibilityTimeout === undefined ? undefined : asked.VisibilityTimeout * 1000;
    const isFull = queue.isFull();
    const received = await queue.receive(asked.MaxNumberOfMessages, visibilityMs);
    if (isFull && waitMs === 0) throw overLimit();
    const names = {
      system: [...asked.AttributeNames, ...asked.MessageSystemAttributeNames],
      own: asked.MessageAttributeNames,
    };
    return received.length === 0
      ? {}
      : { Messages: received.map((message) => toReceiveResult(message, names)) };
  },
  DeleteMessage: async (queue, input) => {
    const { ReceiptHandle } = sqsInputs.DeleteMessage.parse(input);
    if (!(await queue.delete([ReceiptHandle]))) throw invalidHandle();
    return {};
  },
  DeleteMessageBatch: async (queue, input) => {
    const { Entries } = sqsInputs.DeleteMessageBatch.parse(input);
    await queue.delete(Entries.map(({ ReceiptHandle }) => ReceiptHandle));
    return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
  },
  ChangeMessageVisibility: async (queue, input) => {
    const { ReceiptHandle, VisibilityTimeout } = sqsInputs.ChangeMessageVisibility.parse(input);
    if (!(await queue.changeVisibility(ReceiptHandle, VisibilityTimeout * 1000))) throw notInFlight();
    return {};
  },
  ChangeMessageVisibilityBatch: async (queue, input) => {
    const { Entries } = sqsInputs.ChangeMessageVisibilityBatch.parse(input);
    const Successful: object[] = [];
    const Failed: object[] = [];
    for (const { Id, ReceiptHandle, VisibilityTimeout } of Entries) {
      if (await queue.changeVisibility(ReceiptHandle, VisibilityTimeout * 1000)) Successful.push({ Id });
      else Failed.push({ Id, SenderFault: true, Code: notInFlight().code, Message: notInFlight().message });
    }
    return { Successful, Failed };
  },
  GetQueueAttributes: async (queue, input) =>
    queueAttributes(queue, sqsInputs.GetQueueAttributes.parse(input).AttributeNames),
  GetQueueUrl: async (queue) => ({ QueueUrl: queue.settings.url }),
  PurgeQueue: async (queue) => {
    await queue.purge();
    return {};
  },
};

function toNewMessage(entry: z.infer<typeof sqsInputs.SendMessage>, sender: Sender): NewMessage {
  const { MessageBody: body, MessageAttributes: attributes, MessageGroupId: groupId, DelaySeconds } = entry;
  if (Buffer.byteLength(body) > MAX_MESSAGE_BYTES) {
    throw new AwsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${MAX_MESSAGE_BYTES} bytes.`,
    );
  }
  const delayMs = DelaySeconds === undefined ? undefined : DelaySeconds * 1000;
  // The attribute overrides the header: https://docs.aws.amazon.com/xray/latest/devguide/xray-services-sqs.html
  const traceHeader = entry.MessageSystemAttributes?.AWSTraceHeader?.StringValue ?? sender.traceHeader;
  return { ...sender, body, attributes, groupId, delayMs, traceHeader };
}

function toSendResult({ id, body, attributes }: Message): object {
  const digest = digestOfAttributes(attributes);
  return {
    MessageId: id,
    MD5OfMessageBody: digestOfBody(body),
    ...(digest === undefined ? {} : { MD5OfMessageAttributes: digest }),
  };
}

function invalidHandle(): AwsError {
  return new AwsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
}

/** Only short polling gets it. */
function overLimit(): AwsError {
  return new AwsError('OverLimit', 'Too many messages are in flight.');
}

function notInFlight(): AwsError {
  return new AwsError('MessageNotInflight', 'The message referred to is not in flight.');
}

/** GetQueueAttributes' answer for the named attributes, or all of them. */
function queueAttributes({ settings, counts }: Queue, names: readonly string[]): object {
  const { visible, inFlight, delayed } = counts();
  const all: Record<string, string> = {
    QueueArn: settings.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(settings.visibilityMs / 1000),
    DelaySeconds: String(settings.delayMs / 1000),
    MessageRetentionPeriod: String(settings.retentionMs / 1000),
    ReceiveMessageWaitTimeSeconds: String(settings.waitMs / 1000),
  };
  if (settings.redrive) {
    const { deadLetterArn, maxReceiveCount } = settings.redrive;
    all.RedrivePolicy = JSON.stringify({ deadLetterTargetArn: deadLetterArn, maxReceiveCount });
  }
  const wanted = Object.entries(all).filter(([name]) => names.includes('All') || names.includes(name));
  return { Attributes: Object.fromEntries(wanted) };
}
