import { setTimeout as wait } from 'node:timers/promises';
import { logger } from '../platform/logger.ts';
import { keptText } from '../platform/table/expiring-text.ts';
import { handshakeKey, waitsForSetupKey } from '../platform/table/keys.ts';
import { consumeToken, type RateLimit } from '../platform/table/rate-limit.ts';
import type { Table } from '../platform/table/table.ts';
import type { ConversationContext } from './change-session.ts';

/** Milliseconds to wait for the setup frame. It may arrive after the callee's first words if its function starts cold. */
const SETUP_MS = 3_000;

/** Milliseconds before the second read. Each wait doubles, up to LONGEST_WAIT_MS; at most fourteen reads. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 300;

/** Frames that may wait, of all connections: anybody can open one, and each occupies an execution that turns need. */
const WAITS: RateLimit = { perSecond: 50, burst: 100 };

/** Reads a part of a conversation. Waits for its setup, but only if a handshake is stored and few frames wait. */
export async function whenBegun<T>(
  { table, connectionId, now }: ConversationContext,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const begun = now().getTime();
  const first = await read();
  if (first !== undefined) return first;
  if ((await keptText(table, handshakeKey(connectionId), now())) === undefined) return undefined;
  if (!(await mayWait(table, now()))) return undefined;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const leftMs = SETUP_MS - (now().getTime() - begun);
    if (leftMs <= 0) return undefined;
    await wait(Math.min(waitMs, leftMs));
    const found = await read();
    if (found !== undefined) return found;
  }
}

async function mayWait(table: Table, now: Date): Promise<boolean> {
  try {
    if ((await consumeToken(table, waitsForSetupKey, { limit: WAITS, now })) === 0) return true;
    logger.warn('A message did not wait for the setup of its connection: too many do.');
  } catch (error) {
    logger.warn('A message did not wait for the setup of its connection: it could not be counted.', {
      error,
    });
  }
  return false;
}
