import { spokenVoice } from '../agents/model/spoken-voice.ts';
import { secondsUntil } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { attemptUntil } from '../platform/table/retry.ts';
import { providersIn, type RelayFrame } from '../vendors/telephony/relay-frames.ts';
import { answerKeys, onPrompt, onStepsDue } from './answer-contact.ts';
import { askForLostFrame } from './apologize.ts';
import { closeConversation, dispatch } from './change-session.ts';
import { lookAfterSilence, type SilenceCheck } from './look-after-silence.ts';
import { entryDueAt, pendingEntry } from './model/keys/keypad.ts';
import { wasMostlyPlayed } from './model/playback.ts';
import { isLeaving, type Session } from './model/session.ts';
import { agentFellSilent, contactInterrupted, silenceWordsOf } from './model/session-events.ts';
import { dueAction } from './model/steps/session-steps.ts';
import { inputOfKey, isEndOfAnswer, isOfAnswer, playedBy } from './model/takeover.ts';
import { type ConversationContext, type FrameContext, isCurrent, type Retry } from './ports.ts';
import { goOnAfterTakeover, isReplayed, onDropped } from './takeover.ts';
import { leaveVoicemail, type VoicemailTurn } from './voicemail.ts';
import { awaitEarlierKeys, awaitInterruption, REORDER_WINDOW_MS, untilBegun } from './waits.ts';

/** What a conversation is told: frames of the vendor, and what comes due. */
export type ConversationEvent =
  | Exclude<RelayFrame, { type: 'setup' }>
  | { readonly type: 'keys_due' }
  /** No further key follows, before their time-out. */
  | { readonly type: 'keys_end' }
  | ({ readonly type: 'voicemail_due' } & VoicemailTurn)
  | { readonly type: 'silence_due'; readonly check: SilenceCheck; readonly attempt: number }
  /** The agent's steps begin with an action, before the contact has said anything. */
  | { readonly type: 'steps_due' }
  /** The relay lost its connection. The end of the call closes the conversation, unless another one takes it over. */
  | { readonly type: 'dropped' }
  /** This connection took the conversation over from one that was lost at a time, if that is known. */
  | { readonly type: 'taken_over'; readonly droppedAt: Date | undefined }
  | { readonly type: 'closed' };

/** Takes an event: stores its change, and has its effects carried out. Returns when it must be taken again. */
export async function take(event: ConversationEvent, context: FrameContext): Promise<Retry> {
  switch (event.type) {
    case 'prompt':
      return void (await onPrompt(event, context));
    case 'interrupt':
      return void (await onInterrupt(event.utteranceUntilInterrupt, context));
    case 'dtmf':
      return void (await onKey(event.digit, context));
    case 'info':
      if (event.name === 'agentSpeaking' && event.value === 'off') await onAgentSilent(context);
      else if (event.name === 'tokensPlayed' && typeof event.value === 'string')
        await onTokensPlayed(event.value, context);
      else if (event.name === 'configUpdated') await onConfigUpdated(event.value, context);
      return undefined;
    case 'error':
      return void (await onVendorError(event.description, context));
    case 'keys_due':
      return onKeysDue(context);
    case 'keys_end':
      return void (await answerKeys(context));
    case 'voicemail_due':
      return leaveVoicemail(context, event);
    case 'silence_due':
      return lookAfterSilence(event.check, event.attempt, context);
    case 'steps_due':
      return void (await onStepsDue(context));
    case 'closed':
      return void (await closeConversation(context));
    case 'dropped':
      return void (await onDropped(context));
    case 'taken_over':
      return void (await goOnAfterTakeover(event.droppedAt, context));
  }
}

/** What API Gateway sends when the invocation of a frame dies; the vendor reports it as a message that it does not know. */
const LOST_FRAME = 'Internal server error';

async function onVendorError(description: string, context: FrameContext): Promise<void> {
  logger.warn('The telephony vendor reported an error.', { description });
  if (!description.includes(LOST_FRAME)) return;
  const session = await context.store.getSession();
  // The setup may be lost: the vendor connects again, with another one.
  if (!session) await context.setup?.giveUp();
  else if (isCurrent(session, context)) await askForLostFrame(session, description, context);
}

async function onInterrupt(utterance: string, context: FrameContext): Promise<void> {
  const { arrivedAt } = context;
  const at = context.now();
  const session = await readBegun(context);
  const reduce = (current: Session) =>
    isCurrent(current, context) && isOfAnswer(current, utterance, arrivedAt)
      ? contactInterrupted(current, utterance, at)
      : undefined;
  if (session) await dispatch(context, reduce, session);
}

/** Handles the end of the agent's speech: the answer was played, and a call that is ending ends now. */
async function onAgentSilent(context: FrameContext): Promise<void> {
  const silentSince = context.now();
  // A short greeting may end before its setup frame is handled.
  const atSilence = await readBegun(context);
  if (!atSilence?.answer?.complete) return;
  const latest = await awaitInterruption(atSilence, context);
  const isSame = (current: Session) =>
    current.generation === atSilence.generation &&
    isCurrent(current, context) &&
    isEndOfAnswer(current, context.arrivedAt);
  // Words before a message for a voicemail, and those that the contact spoke over, may end after later ones were sent.
  const mayBeEarlier = ({ voicemail, played_characters = 1 }: Session) => voicemail || played_characters <= 0;
  const isOver = (current: Session) =>
    isSame(current) && (!mayBeEarlier(current) || wasMostlyPlayed(current));
  const reduce = (current: Session) => (isOver(current) ? agentFellSilent(current, silentSince) : undefined);
  const after = await dispatch(context, reduce, atSilence.voicemail ? undefined : latest);
  // The silence led to a step that does an action.
  if (after && silenceWordsOf(atSilence) && dueAction(after) !== undefined) await onStepsDue(context);
}

/** The vendor may report as played what nobody spoke: digits of keys that the agent pressed. */
const DIGITS = /^[0-9*#wW]+$/;

/** Counts the played part of the pending answer. Keys that the agent pressed are part of no answer. */
async function onTokensPlayed(text: string, context: FrameContext): Promise<void> {
  const { store, arrivedAt, frameId = newId() } = context;
  if (DIGITS.test(text)) {
    const session = await store.getSession();
    if (!session?.answer?.text.includes(text)) return;
  }
  const report = { words: text, frameId };
  const isLate = context.now().getTime() - arrivedAt.getTime() > REORDER_WINDOW_MS;
  if (!isLate && (await store.addPlayed(report))) return;
  // There is no answer, or another connection had the conversation. A late report may be of the answer before.
  await attemptUntil(async () => {
    const before = await readBegun(context);
    const isNews = before && !before.closed && !before.last_played?.startsWith(`${frameId} `);
    const played = isNews ? playedBy(before, text, arrivedAt) : undefined;
    return (
      !before || played === undefined || (await store.addPlayed(report, { before, played })) || undefined
    );
  }, context.wait);
}

/** The voices that the vendor's default for a language is among. */
const DEFAULT_VOICES = 'ElevenLabs';

/** Stores that a backup speaks or listens. Other changes of the configuration are our own, and name our providers. */
async function onConfigUpdated(value: unknown, context: FrameContext): Promise<void> {
  const providers = providersIn(value);
  const session = providers.length > 0 ? await readBegun(context) : undefined;
  if (!session) return;
  const { settings, first_language = settings.language } = session;
  const { ttsProvider = DEFAULT_VOICES } = spokenVoice(session, settings.language, first_language);
  const usual = { voice: ttsProvider, transcription: 'Deepgram' };
  for (const { part, provider } of providers) {
    if (provider.toLowerCase() === usual[part].toLowerCase()) continue;
    logger.warn('A speech provider failed; another one takes its place.', {
      callId: session.call_id,
      provider,
    });
    await context.call?.recordFailover(session, { part, provider });
  }
}

/** The session, once it has begun: a frame may be handled before the setup of its connection. */
async function readBegun(context: ConversationContext): Promise<Session | undefined> {
  const session = await untilBegun(context, () => context.store.getSession());
  return session && isCurrent(session, context) ? session : undefined;
}

/** Stores a key. Answers a complete entry; otherwise its first key starts the time-out of the entry. */
async function onKey(digit: string, context: FrameContext): Promise<void> {
  const { store, arrivedAt, frameId: id = newId() } = context;
  const session = await readBegun(context);
  if (!session || session.closed) return;
  if (!session.settings.dtmf_input && session.settings.stop_key !== digit) return;
  nameCall({ userId: session.user_id, callId: session.call_id });
  if (await isReplayed(session, inputOfKey(digit), context)) return;
  const pending = await store.addPressedKey({ digit, at: arrivedAt.getTime(), id }, session);
  if (!pending) {
    const latest = await store.getSession();
    // Another connection took over since the session was read, and may report the key again.
    if (latest && latest.connection_id !== session.connection_id) return onKey(digit, context);
    logger.warn('Key ignored: too many wait for an answer, or the conversation is over.', {
      callId: session.call_id,
    });
    return;
  }
  // The agent has said goodbye or is about to transfer the call: the end of the conversation stores the keys.
  if (isLeaving(session)) return;
  const state = { settings: session.settings, ...pending };
  const entry = pendingEntry(state);
  if (entry?.isComplete) {
    await awaitEarlierKeys(context);
    return answerKeys(context, { onlyCompleteKeys: true });
  }
  const due = entryDueAt(state);
  if (entry?.keys.length === 1 && due) await context.watchKeys(session, due);
}

/** Answers keys if their time-out is over. */
async function onKeysDue(context: FrameContext): Promise<Retry> {
  const session = await context.store.getSession();
  if (!session || session.closed) return undefined;
  nameCall({ userId: session.user_id, callId: session.call_id });
  const due = entryDueAt(session);
  if (!due) return undefined;
  const early = secondsUntil(due, context.now());
  if (early > 0) return { retryAfterSeconds: early };
  await answerKeys(context);
  return undefined;
}
