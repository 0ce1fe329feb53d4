import type { NewMessage } from '../aws/sqs/queues/message.ts';
import type { ReceivedMessage } from '../aws/sqs/queues/queue.ts';
import type { InvocationResult } from '../functions/functions.ts';

/** An event that Lambda gives up. */
export interface GivenUp {
  readonly message: ReceivedMessage;
  readonly functionArn: string;
  readonly condition: 'RetriesExhausted' | 'EventAgeExceeded';
  readonly invocations: number;
  readonly result: Extract<InvocationResult, { ok: false }>;
}

const SENDER = 'lambda.amazonaws.com';

/**
 * The message for the function's dead-letter queue: the event, and why it was given up.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html#invocation-dlq
 */
export function deadLetter({ message, result }: GivenUp): NewMessage {
  const attributes = {
    RequestID: { DataType: 'String', StringValue: message.id },
    ErrorCode: { DataType: 'Number', StringValue: result.error === 'throttled' ? '429' : '200' },
    ErrorMessage: { DataType: 'String', StringValue: result.message.slice(0, 1024) },
  };
  return { body: message.body, attributes, senderId: SENDER };
}

/**
 * The invocation record for the function's failure destination:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html#invocation-async-destinations
 */
export function invocationRecord(failure: GivenUp): NewMessage {
  const { message, functionArn, condition, invocations, result } = failure;
  const wasInvoked = invocations > 0;
  const body = {
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: message.id,
      functionArn: `${functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: invocations,
    },
    requestPayload: JSON.parse(message.body),
    ...(wasInvoked && {
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: { errorMessage: result.message },
    }),
  };
  return { body: JSON.stringify(body), senderId: SENDER };
}
