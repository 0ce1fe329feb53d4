import { setTimeout as wait } from 'node:timers/promises';
import type { Table } from './table.ts';
import { type Decided, transactIf, type WriteItem, type WriteOutcome, writeIf } from './write-if.ts';

/** Attempts before giving up on a busy item; their waits add up to about 4 seconds. */
const MAX_ATTEMPTS = 20;
/** Attempts of a throttled write. In each, the client itself retries three times. */
const MAX_THROTTLED = 3;
/** The longest wait in milliseconds before the second attempt; it doubles with each attempt. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;

/** Other writes were in progress in each of 20 attempts; nothing was written in the last one. */
export class StillBusy extends Error {
  override readonly name = 'StillBusy';
}

/** Repeats an attempt until it returns a value. Throws StillBusy after 20. `waitUpTo`: by default random. */
export async function attemptUntil<T>(
  attempt: () => Promise<T | undefined>,
  waitUpTo: (longestMs: number) => Promise<void> = (longestMs) => wait(Math.random() * longestMs),
): Promise<T> {
  for (let number = 0; number < MAX_ATTEMPTS; number++) {
    if (number > 0) await waitUpTo(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (number - 1)));
    const outcome = await attempt();
    if (outcome !== undefined) return outcome;
  }
  throw new StillBusy(`Other writes were in progress in ${MAX_ATTEMPTS} attempts in a row.`);
}

/** Sends a conditional write until it is no longer busy. `send` must make the same request each time. */
export function sendUntilDecided<T>(send: () => Promise<T>): Promise<Decided<T>> {
  return untilDecided(() => writeIf(send()));
}

/** Sends a conditional write until it is no longer busy. Returns false if its condition did not hold. */
export async function tryWrite(send: () => Promise<unknown>): Promise<boolean> {
  return (await sendUntilDecided(send)).outcome === 'done';
}

/** Sends a transaction until it is no longer busy: all of the writes, or none. */
export function transact(table: Table, writes: readonly WriteItem[]): Promise<Decided<unknown>> {
  return untilDecided(() => transactIf(table, writes));
}

/** Sends a transaction until it is no longer busy. Returns false if a condition did not hold. */
export async function tryTransact(table: Table, writes: readonly WriteItem[]): Promise<boolean> {
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
