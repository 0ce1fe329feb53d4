import { recordLanguageOfCall } from '../calls/store/call-fields.ts';
import { nameCall } from '../platform/log/current-step.ts';
import { attemptUntil } from '../platform/table/retry.ts';
import type { Language } from '../vendors/model/languages.ts';
import { languageFrame } from '../vendors/model/languages.ts';
import type { ConversationContext, EffectContext } from './frame-context.ts';
import type { Session } from './model/session.ts';
import {
  agentSpokeUp,
  type Change,
  conversationClosed,
  type Effect,
  type UnaskedWords,
} from './model/session-events.ts';
import { listeningIn } from './model/spoken-language.ts';
import { awaitPlaybackReport } from './ordering.ts';
import { leaveConversation } from './relay-connection.ts';

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

/** Runs the effects of a stored change, in order. A failure keeps none of the others from running. */
export async function runEffects({ session, effects = [] }: Change, context: EffectContext): Promise<void> {
  const failures: unknown[] = [];
  for (const effect of effects)
    await runEffect(effect, session, context).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function runEffect(effect: Effect, session: Session, context: EffectContext): Promise<unknown> {
  switch (effect.kind) {
    case 'say':
      return context.connection.send({ type: 'text', token: effect.text, last: true });
    case 'send_language':
      return sendLanguage(context, session, effect.language);
    case 'watch_keys':
      return context.watchKeys?.(session, effect.due);
    case 'watch_silence':
      return context.watchSilence?.(effect.session ?? session, effect.since ?? context.now());
    case 'leave':
      return leaveConversation(session, context.connection);
  }
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

/** Reports the language to the vendor, and stores it on the call. */
export async function sendLanguage(
  { table, connection }: Pick<EffectContext, 'table' | 'connection'>,
  session: Session,
  language: Language,
): Promise<void> {
  const { user_id: userId, call_id: callId } = session;
  await Promise.all([
    connection.send(languageFrame(language, listeningIn(session))),
    table && recordLanguageOfCall(table, { userId, callId }, language),
  ]);
}
