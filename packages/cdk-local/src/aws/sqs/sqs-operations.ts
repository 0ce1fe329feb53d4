import * as z from 'zod';
import { AwsError } from '../protocol/aws-error.ts';
import type { Message, NewMessage } from './queues/message.ts';
import type { Queue } from './queues/queue.ts';
import { digestOfBody, toReceiveResult } from './received-message.ts';

const seconds = z.number().int().min(0);
/** Twelve hours, SQS's longest. */
const visibility = seconds.max(43_200);
const delay = seconds.max(900);

const messageFields = {
  MessageBody: z.string().min(1),
  DelaySeconds: delay.optional(),
  MessageAttributes: z.never('message attributes are not known to the local runtime').optional(),
  MessageGroupId: z.string().optional(),
  MessageSystemAttributes: z.never('system attributes are not known to the local runtime').optional(),
};

const sqsInputs = {
  SendMessage: z.object(messageFields),
  SendMessageBatch: z.object({
    Entries: z
      .array(z.object({ Id: z.string(), ...messageFields }))
      .min(1)
      .max(10),
  }),
  ReceiveMessage: z.object({
    MaxNumberOfMessages: z.number().int().min(1).max(10).default(1),
    WaitTimeSeconds: seconds.max(20).default(0),
  }),
  ChangeMessageVisibility: z.object({ ReceiptHandle: z.string(), VisibilityTimeout: visibility }),
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
    const waitMs = asked.WaitTimeSeconds * 1000;
    if (waitMs > 0) await queue.waitForMessages(AbortSignal.timeout(waitMs));
    const received = await queue.receive(asked.MaxNumberOfMessages);
    return received.length === 0 ? {} : { Messages: received.map(toReceiveResult) };
  },
  ChangeMessageVisibility: async (queue, input) => {
    const { ReceiptHandle, VisibilityTimeout } = sqsInputs.ChangeMessageVisibility.parse(input);
    if (await queue.changeVisibility(ReceiptHandle, VisibilityTimeout * 1000)) return {};
    throw new AwsError('MessageNotInflight', 'The message referred to is not in flight.');
  },
};

function toNewMessage(entry: z.infer<typeof sqsInputs.SendMessage>, sender: Sender): NewMessage {
  const { MessageBody: body, MessageGroupId: groupId, DelaySeconds } = entry;
  if (Buffer.byteLength(body) > MAX_MESSAGE_BYTES) {
    throw new AwsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${MAX_MESSAGE_BYTES} bytes.`,
    );
  }
  const delayMs = DelaySeconds === undefined ? undefined : DelaySeconds * 1000;
  return { ...sender, body, groupId, delayMs };
}

function toSendResult({ id, body }: Message): object {
  return { MessageId: id, MD5OfMessageBody: digestOfBody(body) };
}
