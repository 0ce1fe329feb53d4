import { spokenVoice } from '../agents/model/spoken-voice.ts';
import { logger } from '../platform/logger.ts';
import type { Language } from '../vendors/model/languages.ts';
import { languageFrame } from '../vendors/model/languages.ts';
import { RELAYS } from '../vendors/model/relay-capabilities.ts';
import { listeningFrames } from './model/listening-override.ts';
import type { Session } from './model/session.ts';
import type { Change, Effect } from './model/session-events.ts';
import { listeningIn, undeclaredSettings } from './model/spoken-language.ts';
import type { EffectContext, FrameContext } from './ports.ts';

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
