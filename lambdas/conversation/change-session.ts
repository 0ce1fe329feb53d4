import { spokenVoice } from '../agents/model/spoken-voice.ts';
import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { attemptUntil } from '../platform/table/retry.ts';
import { type Language, languageFrame } from '../vendors/model/languages.ts';
import { RELAYS } from '../vendors/model/relay-capabilities.ts';
import type { Change, Effect } from './model/change.ts';
import { listen, listeningFrames, mayListenOtherwise, overrideAfter } from './model/listening-override.ts';
import { isLeaving, type Session } from './model/session.ts';
import { agentSpokeUp, conversationClosed, type UnaskedWords } from './model/session-events.ts';
import { listeningIn, undeclaredSettings } from './model/spoken-language.ts';
import type { ConversationContext, EffectContext, FrameContext } from './ports.ts';
import { awaitPlaybackReport } from './waits.ts';

/** Stores an event’s change of a conversation that is open. If it changed since `first` was read, it is read anew. */
export async function commit<State extends Pick<Change, 'session'>, To extends Change>(
  { store, now, wait }: ConversationContext,
  read: () => Promise<State | undefined>,
  reduce: (state: State) => To | undefined,
  first?: { readonly state: State; readonly change: To | undefined },
): Promise<To | undefined> {
  let next = first;
  const outcome = await attemptUntil(async () => {
    const given = next;
    next = undefined;
    const state = given?.state ?? (await read());
    if (state) nameCall({ userId: state.session.user_id, callId: state.session.call_id });
    if (!state || state.session.closed) return { change: undefined };
    const change = given ? given.change : reduce(state);
    if (!change) return { change };
    const isStored = await store.applyChange({ before: state.session, now: now(), ...change });
    return isStored ? { change } : undefined;
  }, wait);
  return outcome.change;
}

/** Stores what `reduce` changes, starting from `latest`. Returns undefined if nothing changed. Runs no effects. */
export function changeSession(
  context: ConversationContext,
  reduce: (session: Session) => Change | undefined,
  latest?: Session,
): Promise<Change | undefined> {
  const read = async () => {
    const session = await context.store.getSession();
    return session && { session };
  };
  const first = latest && { state: { session: latest }, change: reduce(latest) };
  return commit(context, read, ({ session }) => reduce(session), first);
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

/** Closes a conversation that no call finishes, after the last report of played words. */
export async function closeConversation(context: ConversationContext): Promise<void> {
  const at = context.now();
  const session = await awaitPlaybackReport(context);
  await changeSession(context, (current) => conversationClosed(current, at), session);
}

/** Listens as the agent's words ask for, unless the contact has spoken since. */
export async function listenAfter(session: Session, words: string, context: EffectContext): Promise<void> {
  if (!mayListenOtherwise(session, words)) return;
  await dispatch(context, (current) =>
    current.generation === session.generation && !isLeaving(current)
      ? listen(current, overrideAfter(current, words))
      : undefined,
  );
}

export const speakUp = (
  context: EffectContext,
  wordsFor: (session: Session) => UnaskedWords | undefined,
): Promise<Session | undefined> =>
  dispatch(context, (current) => {
    const words = wordsFor(current);
    return words && agentSpokeUp(current, words, context.now());
  });

/** Runs the effects of a stored change, in order. A failure keeps none of the others from running. */
export async function runEffects(
  { session, effects = [] }: Pick<Change, 'session' | 'effects'>,
  context: EffectContext,
): Promise<void> {
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
    case 'listen':
      for (const frame of listeningFrames(session, effect.override)) await context.connection.send(frame);
      return;
    case 'watch_keys':
      return context.watchKeys?.(session, effect.due);
    case 'watch_silence':
      return context.watchSilence?.(effect.session ?? session, effect.since ?? context.now());
    case 'leave':
      return leaveConversation(session, context);
    case 'pause_recording':
      return context.call?.pauseRecording(session, effect.isPaused);
    case 'send_voice':
      return sendVoice(session, context);
    case 'note_step':
      logger.warn('The steps of an agent were not followed as written.', {
        callId: session.call_id,
        ...withoutKind(effect),
      });
  }
}

const withoutKind = ({ kind: _, ...note }: Extract<Effect, { kind: 'note_step' }>) => note;

/** Speaks with the voice of the agent that took the call over, if the relay can. */
async function sendVoice(session: Session, { connection }: Pick<EffectContext, 'connection'>): Promise<void> {
  const { language } = session.settings;
  if (!RELAYS.telephony_vendor_a.furtherLanguages) return;
  const voice = spokenVoice(session, language, session.first_language ?? language);
  await connection.send({ ...languageFrame(language, listeningIn(session)), ...voice });
}

/** Reports the language to the vendor, and stores it on the call. */
export async function sendLanguage(
  { call, connection }: Pick<EffectContext, 'call' | 'connection'>,
  session: Session,
  language: Language,
): Promise<void> {
  const listening = listeningIn(session);
  await Promise.all([
    connection.send({ ...languageFrame(language, listening), ...undeclaredSettings(session, language) }),
    call?.recordLanguage(session, language),
  ]);
}

/** Ends the relay session. The vendor then requests `relay-ended`, with the data of this frame. */
export async function leaveConversation(
  { handoff }: Session,
  { connection }: Pick<EffectContext, 'connection'>,
): Promise<void> {
  const handoffData = handoff === undefined ? '' : JSON.stringify({ action_id: handoff });
  await connection.send({ type: 'end', handoffData });
}

/** Counts the tokens of a turn after it was spoken. Without any left, the next turn ends the call. */
export async function countTokensOfTurn(
  session: Session,
  { store, countTokens }: Pick<FrameContext, 'store' | 'countTokens'>,
): Promise<void> {
  if (await countTokens?.(session)) await store.markOutOfTokens();
}
