import { randomUUID } from 'node:crypto';
import * as z from 'zod';

const messageAttributesSchema = z.record(
  z.string(),
  z.object({
    DataType: z.string(),
    StringValue: z.string(),
  }),
);

/** Attributes that AWS's services give to dead letters. */
export type MessageAttributes = z.infer<typeof messageAttributesSchema>;

/** A message as it is stored; times in epoch milliseconds. */
export const messageSchema = z.object({
  id: z.string(),
  body: z.string(),
  attributes: messageAttributesSchema,
  groupId: z.string().optional(),
  senderId: z.string(),
  sentAt: z.number(),
  /** Hidden until then. Unchanged by receives, so that messages in flight are visible at once after a restart. */
  visibleAt: z.number(),
  receiveCount: z.number(),
  firstReceivedAt: z.number().optional(),
  deadLetterSource: z.string().optional(),
  traceHeader: z.string().optional(),
});

export type Message = z.infer<typeof messageSchema>;

export interface NewMessage {
  readonly body: string;
  readonly attributes?: MessageAttributes;
  readonly groupId?: string | undefined;
  readonly senderId: string;
  /** @default 0 */
  readonly delayMs?: number | undefined;
  /** The sender's trace header, which continues its chain of requests. */
  readonly traceHeader?: string | undefined;
}

export function createMessage(message: NewMessage): Message {
  const { body, attributes = {}, groupId, senderId, delayMs = 0, traceHeader } = message;
  const now = Date.now();
  const created = { body, attributes, senderId, sentAt: now, visibleAt: now + delayMs, receiveCount: 0 };
  return {
    id: randomUUID(),
    ...created,
    ...(groupId === undefined ? {} : { groupId }),
    ...(traceHeader === undefined ? {} : { traceHeader }),
  };
}
