import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { currentStep } from './log/current-step.ts';
import { inStep } from './log/in-step.ts';
import { logger } from './logger.ts';

export interface MessageHandling<Message> {
  readonly step: string;
  /** Parses a message; throws if it is malformed. */
  read(json: unknown): Message;
  /** Handles a message; `attempt` counts from 1. After a failure, the queue delivers it again. */
  handle(message: Message, attempt: number): Promise<undefined | { readonly retryAfterSeconds: number }>;
  /**
   * Whether the invocation fails if every message of its batch does, which the alarm on the function's version sees. Lambda
   * invokes a failing function less often, so set it only with such an alarm, and never for failures that users cause.
   * @default false
   */
  readonly failsTogether?: boolean;
  /** Postpones a message whose handler asks for it. @default the queue's visibility timeout applies */
  postpone?(record: SQSRecord, seconds: number): Promise<void>;
}

/** Why an invocation fails. The log has the error of each message. */
export const NOTHING_HANDLED = 'None of the messages could be handled.';

type Outcome = 'done' | 'postponed' | 'failed';

/** A Lambda handler of a queue's messages; each succeeds or fails by itself. */
export function messageConsumer<Message>(handling: MessageHandling<Message>) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.all(Records.map((record) => consume(record, handling)));
    if (handling.failsTogether && outcomes.every((outcome) => outcome === 'failed'))
      throw new Error(NOTHING_HANDLED);
    const remainingRecords = Records.filter((_, index) => outcomes[index] !== 'done');
    return { batchItemFailures: remainingRecords.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

function consume<Message>(record: SQSRecord, handling: MessageHandling<Message>): Promise<Outcome> {
  const requestId = currentStep()?.requestId ?? record.messageId;
  return inStep({ name: handling.step, requestId }, () => handleRecord(record, handling));
}

async function handleRecord<Message>(
  record: SQSRecord,
  { read, handle, postpone }: MessageHandling<Message>,
): Promise<Outcome> {
  const { messageId, body, attributes } = record;
  try {
    const attempt = Number(attributes.ApproximateReceiveCount);
    const retry = await handle(read(JSON.parse(body)), attempt);
    if (retry) await postpone?.(record, retry.retryAfterSeconds);
    return retry ? 'postponed' : 'done';
  } catch (error) {
    logger.error('A message could not be handled.', { messageId, error });
    return 'failed';
  }
}
