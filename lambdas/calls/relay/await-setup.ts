import { realWait } from '../../conversation/ports.ts';
import { handshakeKey, waitsForSetupKey } from '../../conversation/store/keys.ts';
import { systemClock } from '../../platform/clock.ts';
import { logger } from '../../platform/logger.ts';
import { keptText } from '../../platform/table/expiring-text.ts';
import { consumeToken, type RateLimit } from '../../platform/table/rate-limit.ts';
import type { Table } from '../../platform/table/table.ts';

/** Milliseconds to wait for the setup frame. It may arrive after the contact's first words if its function starts cold. */
const SETUP_MS = 3_000;

/** Milliseconds before the second read. Each wait doubles, up to LONGEST_WAIT_MS; at most fourteen reads. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 300;

/** Frames that may wait, of all connections: anybody can open one, and each occupies an execution that turns need. */
const SETUP_WAITS: RateLimit = { perSecond: 50, burst: 100 };

interface Waiting {
  readonly table: Table;
  readonly connectionId: string;
  /** @default systemClock */
  readonly now?: () => Date;
}

/**
 * Orders any frame after the `setup` frame of its connection. Reads a part of the conversation, and waits for its setup
 * only if a handshake is stored and few frames wait.
 */
export async function awaitSetup<T>(
  { table, connectionId, now = systemClock }: Waiting,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const startedMs = now().getTime();
  const first = await read();
  if (first !== undefined) return first;
  if ((await keptText(table, handshakeKey(connectionId), now())) === undefined) return undefined;
  if (!(await mayWait(table, now()))) return undefined;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const leftMs = SETUP_MS - (now().getTime() - startedMs);
    if (leftMs <= 0) return undefined;
    await realWait(Math.min(waitMs, leftMs));
    const part = await read();
    if (part !== undefined) return part;
  }
}

async function mayWait(table: Table, now: Date): Promise<boolean> {
  try {
    if ((await consumeToken(table, waitsForSetupKey, { limit: SETUP_WAITS, now })) === 0) return true;
    throw new Error('Too many frames wait.');
  } catch (error) {
    logger.warn('Frame did not wait for the setup of its connection.', { error });
    return false;
  }
}
