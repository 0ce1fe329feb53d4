import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** One write of a transaction. */
export type WriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The condition of a Put that an item is new. */
export const NEW_ITEM = 'attribute_not_exists(pk)';

/** Why nothing was written: for each write, whether its condition did not hold. */
export interface Refusal {
  readonly failedConditions: readonly boolean[];
  readonly error: TransactionCanceledException;
}

/** What can be mended by trying again; anything else is thrown. */
const PASSING = new Set([
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/** Writes all or nothing; gives undefined when it was done, and otherwise why not: a condition, or others' writes at the same time. */
export async function transact(table: Table, writes: readonly WriteItem[]): Promise<Refusal | undefined> {
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems: [...writes] }));
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
    if (codes.some((code) => !PASSING.has(code))) throw error;
    return { failedConditions: codes.map((code) => code === 'ConditionalCheckFailed'), error };
  }
}

/** Many may write to one item at once, though not for ever. */
const MAX_ATTEMPTS = 20;
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 500;

/** Waits a random time before an attempt (counted from 0), which grows from one to the next; not before the first. */
export async function waitBefore(attempt: number): Promise<void> {
  if (attempt > 0) await wait(Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt));
}

/** Attempts until one gives something, waiting a random and growing time before each but the first. */
export async function attemptUntil<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let number = 0; number < MAX_ATTEMPTS; number++) {
    await waitBefore(number);
    const outcome = await attempt();
    if (outcome !== undefined) return outcome;
  }
  throw new Error(`Others wrote to the same items in ${MAX_ATTEMPTS} attempts in a row.`);
}
