import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** One write of a transaction. */
export type WriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The condition of a Put that an item is new. */
export const NEW_ITEM = 'attribute_not_exists(pk)';

/** Nothing was written: a condition did not hold. */
export interface Refused {
  readonly outcome: 'refused';
  /** For each write, whether its condition did not hold. */
  readonly failedConditions: readonly boolean[];
  /** The item of a single write as it stands, if the write asked for it (`ReturnValuesOnConditionCheckFailure`). */
  readonly item?: ConditionalCheckFailedException['Item'];
  readonly error: ConditionalCheckFailedException | TransactionCanceledException;
}

/** The outcome of a conditional write that DynamoDB decided: it was done, or a condition did not hold. */
export type Decided<T> = { readonly outcome: 'done'; readonly output: T } | Refused;

/** The outcome of one attempt at a conditional write. `busy`: another write was at the item, or the table is throttled. */
export type WriteOutcome<T> = Decided<T> | Busy;

/** Nothing was written, and nothing was decided. */
interface Busy {
  readonly outcome: 'busy';
  readonly error: Error;
  /** The table was throttled, also when the client had waited and tried again. */
  readonly isThrottled: boolean;
}

/**
 * Awaits one attempt at a conditional write: a single write, or a transaction. Throws any other failure.
 * A `busy` write may be sent again; `sendUntilDecided` in retry.ts does so.
 */
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

/** Attempts a transaction once: all of the writes, or none. */
export function transactIf(table: Table, writes: readonly WriteItem[]): Promise<WriteOutcome<unknown>> {
  return writeIf(table.client.send(new TransactWriteCommand({ TransactItems: [...writes] })));
}

/** Errors of a single write, and of a whole transaction, which the client gives up on after three attempts of its own. */
const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/** Reasons for which a transaction was cancelled that may succeed when it is sent again. The client does not send it again. */
const BUSY_REASONS = new Set(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError']);

/** Where some writes were refused and others were busy, only another attempt tells which conditions do not hold. */
function outcomeOf(error: TransactionCanceledException): WriteOutcome<never> {
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
  const failedConditions = codes.map((code) => code === 'ConditionalCheckFailed');
  if (codes.some((code, index) => code !== 'None' && !failedConditions[index] && !BUSY_REASONS.has(code)))
    throw error;
  if (codes.some((code) => BUSY_REASONS.has(code))) return { outcome: 'busy', error, isThrottled: false };
  if (failedConditions.includes(true)) return { outcome: 'refused', failedConditions, error };
  throw error;
}
