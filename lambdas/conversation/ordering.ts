import { wasMostlyPlayed, wasPlayed } from './model/playback.ts';
import { isLeaving, type Session } from './model/session.ts';
import type { ConversationContext } from './ports.ts';
import { realWait } from './ports.ts';
import type { StoredConversation } from './store/conversations.ts';

// Frames and callbacks are concurrent invocations, in any order. All waits that put them in order are here.

/** Milliseconds that a frame or callback waits for related ones that the vendor sent before it. */
export const REORDER_WINDOW_MS = 250;

const POLL_MS = 20;

/** Orders words and keys after the `interrupt` frame or the end of speech (`info`) that precede them. */
export async function awaitEndOfAnswer(
  context: ConversationContext,
): Promise<StoredConversation | undefined> {
  const { store, now, wait = realWait, untilBegun = (read) => read() } = context;
  const startedMs = now().getTime();
  let conversation = await untilBegun(() => store.getConversation());
  while (conversation && !conversation.session.closed && conversation.session.answer) {
    if (now().getTime() - startedMs >= REORDER_WINDOW_MS) return conversation;
    await wait(POLL_MS);
    conversation = await store.getConversation();
  }
  return conversation;
}

/** Milliseconds to wait for the interrupt frame, or the end of the call, if most was not reported as played. */
const INTERRUPT_MS = 2_000;

/**
 * Orders the end of speech (`info`) after the `interrupt` frame, or the reports of played words, that explain it.
 * Before the first turn, it is unknown whether the vendor reports what is played.
 */
export async function awaitInterruption(atSilence: Session, context: ConversationContext): Promise<Session> {
  const { store, now, wait = realWait } = context;
  const startedMs = now().getTime();
  const mayReport = atSilence.reports_playback || atSilence.turns === 0;
  const waitMs = mayReport && !isLeaving(atSilence) ? INTERRUPT_MS : REORDER_WINDOW_MS;
  let latest = atSilence;
  await wait(REORDER_WINDOW_MS);
  while (isUnexplained(latest, atSilence) && now().getTime() - startedMs < waitMs) {
    await wait(REORDER_WINDOW_MS / 2);
    latest = (await store.getSession()) ?? latest;
  }
  return latest;
}

/** Whether the answer is pending although the vendor did not report most of it as played. */
const isUnexplained = (latest: Session, { generation }: Session) =>
  latest.generation === generation &&
  !latest.closed &&
  latest.answer !== undefined &&
  !wasMostlyPlayed({ ...latest, reports_playback: true });

/** Orders the key (`dtmf`) that completes an entry after keys that were pressed before it. */
export const awaitEarlierKeys = ({ wait = realWait }: Pick<ConversationContext, 'wait'>): Promise<void> =>
  wait(REORDER_WINDOW_MS);

/**
 * Orders the end of the WebSocket or of the call after the last report of played words (`info`). The session must be
 * read again if undefined.
 */
export async function awaitPlaybackReport({
  store,
  wait = realWait,
}: Pick<ConversationContext, 'store' | 'wait'>): Promise<Session | undefined> {
  const session = await store.getSession();
  if (!session || session.closed || wasPlayed(session)) return session;
  await wait(REORDER_WINDOW_MS);
  return undefined;
}
