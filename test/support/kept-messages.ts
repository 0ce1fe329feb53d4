import type { SQSBatchResponse } from 'aws-lambda';
import { NOTHING_HANDLED } from '../../lambdas/platform/queue.ts';

/** How many messages of a batch the queue keeps: all `size` of them if the invocation fails because none could be handled. */
export async function keptOf(handled: Promise<SQSBatchResponse>, size: number): Promise<number> {
  try {
    return (await handled).batchItemFailures.length;
  } catch (error) {
    if (error instanceof Error && error.message === NOTHING_HANDLED) return size;
    throw error;
  }
}
