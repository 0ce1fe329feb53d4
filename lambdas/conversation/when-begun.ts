import { setTimeout as wait } from 'node:timers/promises';
import { getHandshake } from '../store/conversations/handshakes.ts';
import type { ConversationContext } from './change-session.ts';

/** Milliseconds to wait for the setup frame. It may arrive after the callee's first words if its function starts cold. */
const SETUP_MS = 3_000;

/** Milliseconds before the second read. Each wait doubles, up to LONGEST_WAIT_MS; at most fourteen reads. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 300;

/**
 * Reads a part of a conversation, and waits until the conversation has begun. It waits only for a connection with a
 * stored handshake, which is a new one; any other message costs two reads.
 */
export async function whenBegun<T>(
  { table, connectionId, now }: ConversationContext,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const begun = now().getTime();
  const first = await read();
  if (first !== undefined) return first;
  if ((await getHandshake(table, connectionId, now())) === undefined) return undefined;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const leftMs = SETUP_MS - (now().getTime() - begun);
    if (leftMs <= 0) return undefined;
    await wait(Math.min(waitMs, leftMs));
    const found = await read();
    if (found !== undefined) return found;
  }
}
