import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DialMessage } from '../dialing/dial.ts';
import { logger } from '../runtime/logger.ts';
import { dialQueue } from '../runtime/queues.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import type { Pending } from './batches.ts';

const MAX_MESSAGES = 10;

const queue = new SQSClient({});

/**
 * Sends created calls to the dial queue, each in the group of its user. No rule of the event bus does so: it is documented
 * with one fixed group only. Returns the sequence numbers of those that the queue refused.
 */
export async function enqueueDialing(pending: readonly Pending[]): Promise<string[]> {
  const calls = pending.filter(({ event }) => event.type === 'dialing_requested');
  const refused: string[] = [];
  for (let start = 0; start < calls.length; start += MAX_MESSAGES) {
    const batch = calls.slice(start, start + MAX_MESSAGES);
    const Entries = batch.map(({ event, subject }, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify({ user_id: event.user_id, call_id: subject } satisfies DialMessage),
      MessageGroupId: event.user_id,
    }));
    const command = new SendMessageBatchCommand({ QueueUrl: readVariable(dialQueue.url), Entries });
    const { Failed = [] } = await queue.send(command);
    for (const { Id, Code: errorCode } of Failed) {
      logger.warn('The dial queue refused a call.', { callId: batch[Number(Id)]?.subject, errorCode });
      refused.push(batch[Number(Id)]?.sequenceNumber ?? '');
    }
  }
  return refused;
}
