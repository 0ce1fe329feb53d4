import { setTimeout as wait } from 'node:timers/promises';
import { getHandshake } from '../store/conversations/handshakes.ts';
import type { ConversationContext } from './change-session.ts';

/** The first words of a callee may overtake the message that sets the conversation up, which may have met a cold start; ms. */
const SETUP_MS = 3_000;

/** Milliseconds to wait before the second read; each further wait is twice as long, up to the longest: fourteen reads at most. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 300;

/**
 * What there is of a conversation as soon as it has begun. Only a connection that was opened a moment ago is waited for: on any
 * other a message costs two reads, however often it is sent.
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
