import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** Awaits a conditional write; false when its condition did not hold, or another write was at the same item just then. */
export async function applied(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    if (error instanceof TransactionCanceledException && isConditionFailure(error)) return false;
    throw error;
  }
}

function isConditionFailure(error: TransactionCanceledException): boolean {
  return (error.CancellationReasons ?? []).some(
    ({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict',
  );
}
