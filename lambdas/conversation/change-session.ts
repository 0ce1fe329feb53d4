import { nameCall } from '../platform/log/current-step.ts';
import { attemptUntil } from '../platform/table/retry.ts';
import { runEffects } from './effects.ts';
import type { Session } from './model/session.ts';
import { agentSpokeUp, type Change, conversationClosed, type UnaskedWords } from './model/session-events.ts';
import { awaitPlaybackReport } from './ordering.ts';
import type { ConversationContext, EffectContext } from './ports.ts';

/** Stores what `reduce` changes, starting from `latest`. Returns undefined if nothing changed. Runs no effects. */
export async function changeSession(
  { store, now, wait }: ConversationContext,
  reduce: (session: Session) => Change | undefined,
  latest?: Session,
): Promise<Change | undefined> {
  let read = latest;
  const outcome = await attemptUntil(async () => {
    const before = read ?? (await store.getSession());
    read = undefined;
    if (before) nameCall({ userId: before.user_id, callId: before.call_id });
    const change = before && !before.closed ? reduce(before) : undefined;
    if (!before || !change) return { change: undefined };
    const isStored = await store.applyChange({ before, now: now(), ...change });
    return isStored ? { change } : undefined;
  }, wait);
  return outcome.change;
}

/** Stores a change and runs its effects. Returns the new session; undefined if nothing changed. */
export async function dispatch(
  context: EffectContext,
  reduce: (session: Session) => Change | undefined,
  latest?: Session,
): Promise<Session | undefined> {
  const change = await changeSession(context, reduce, latest);
  if (change) await runEffects(change, context);
  return change?.session;
}

/** Closes the conversation after its connection, and after the vendor's last report of played words. */
export async function closeConversation(context: ConversationContext): Promise<void> {
  const at = context.now();
  const session = await awaitPlaybackReport(context);
  await changeSession(context, (current) => conversationClosed(current, at), session);
}

export const speakUp = (
  context: EffectContext,
  wordsFor: (session: Session) => UnaskedWords | undefined,
): Promise<Session | undefined> =>
  dispatch(context, (current) => {
    const words = wordsFor(current);
    return words && agentSpokeUp(current, words, context.now());
  });
