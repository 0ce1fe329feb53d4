import { setTimeout as wait } from 'node:timers/promises';
import type { Table } from './table.ts';
import { type Decided, transactIf, type WriteItem, type WriteOutcome, writeIf } from './write-if.ts';

/** Attempts before an item counts as busy for good; their waits take about 4 seconds together. */
const MAX_ATTEMPTS = 20;
/** Attempts of a write that is throttled each time: within each, the client waits and tries three times itself. */
const MAX_THROTTLED = 3;
/** The longest wait before the second attempt, in milliseconds; it doubles from one attempt to the next. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;

/**
 * Repeats an attempt ("read, decide, write") until it returns something. Waits a random time before each attempt but the
 * first; the wait grows. Throws after 20 attempts.
 */
export async function attemptUntil<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let number = 0; number < MAX_ATTEMPTS; number++) {
    if (number > 0) await wait(Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (number - 1)));
    const outcome = await attempt();
    if (outcome !== undefined) return outcome;
  }
  throw new Error(`Other writes were at the same items in ${MAX_ATTEMPTS} attempts in a row.`);
}

/** Sends a conditional write, again while it is busy. `send` makes the same request each time. */
export function sendUntilDecided<T>(send: () => Promise<T>): Promise<Decided<T>> {
  return untilDecided(() => writeIf(send()));
}

/** Sends a conditional write, again while it is busy. Returns false if its condition did not hold. */
export async function isWritten(send: () => Promise<unknown>): Promise<boolean> {
  return (await sendUntilDecided(send)).outcome === 'done';
}

/** Sends a transaction, again while it is busy: all of the writes, or none. */
export function transact(table: Table, writes: readonly WriteItem[]): Promise<Decided<unknown>> {
  return untilDecided(() => transactIf(table, writes));
}

/** Sends a transaction, again while it is busy. Returns false if a condition did not hold. */
export async function isTransacted(table: Table, writes: readonly WriteItem[]): Promise<boolean> {
  return (await transact(table, writes)).outcome === 'done';
}

function untilDecided<T>(attempt: () => Promise<WriteOutcome<T>>): Promise<Decided<T>> {
  let throttled = 0;
  return attemptUntil(async () => {
    const written = await attempt();
    if (written.outcome !== 'busy') return written;
    if (written.isThrottled) throttled += 1;
    if (throttled >= MAX_THROTTLED) throw written.error;
    return undefined;
  });
}
