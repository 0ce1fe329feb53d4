import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

export type WriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export const NEW_ITEM = 'attribute_not_exists(pk)';

export interface Refused {
  readonly outcome: 'refused';
  /** Per write, whether its condition did not hold. */
  readonly failedConditions: readonly boolean[];
  /** The current item of a single write, if the write requested it (`ReturnValuesOnConditionCheckFailure`). */
  readonly item?: ConditionalCheckFailedException['Item'];
  readonly error: ConditionalCheckFailedException | TransactionCanceledException;
}

/** A conditional write that DynamoDB decided: it was done, or a condition did not hold. */
export type Decided<T> = { readonly outcome: 'done'; readonly output: T } | Refused;

/** The outcome of one attempt. `busy`: another write was in progress at the item, or the table was throttled. */
export type WriteOutcome<T> = Decided<T> | Busy;

interface Busy {
  readonly outcome: 'busy';
  readonly error: Error;
  /** The table was throttled even after the client's own retries. */
  readonly isThrottled: boolean;
}

/** Attempts a conditional write once. Throws any other failure; `sendUntilDecided` repeats a busy one. */
export async function writeIf<T>(write: Promise<T>): Promise<WriteOutcome<T>> {
  try {
    return { outcome: 'done', output: await write };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException)
      return { outcome: 'refused', failedConditions: [true], item: error.Item, error };
    if (error instanceof TransactionCanceledException) return outcomeOf(error);
    if (error instanceof TransactionConflictException) return { outcome: 'busy', error, isThrottled: false };
    if (error instanceof Error && THROTTLED.has(error.name))
      return { outcome: 'busy', error, isThrottled: true };
    throw error;
  }
}

export function transactIf(table: Table, writes: readonly WriteItem[]): Promise<WriteOutcome<unknown>> {
  return writeIf(table.client.send(new TransactWriteCommand({ TransactItems: [...writes] })));
}

/** Throttling errors of a single write and of a transaction; the client retries three times before it throws them. */
const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/** Cancellation reasons of a transaction that may succeed when repeated. The client does not repeat it. */
const BUSY_REASONS = new Set(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError']);

/** If some writes were refused and others busy, only another attempt shows which conditions do not hold. */
function outcomeOf(error: TransactionCanceledException): WriteOutcome<never> {
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
  const failedConditions = codes.map((code) => code === 'ConditionalCheckFailed');
  if (codes.some((code, index) => code !== 'None' && !failedConditions[index] && !BUSY_REASONS.has(code)))
    throw error;
  if (codes.some((code) => BUSY_REASONS.has(code))) return { outcome: 'busy', error, isThrottled: false };
  if (failedConditions.includes(true)) return { outcome: 'refused', failedConditions, error };
  throw error;
}
