import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../platform/ids.ts';
import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import type { RelayFrame } from '../vendors/telephony/relay-frames.ts';
import { changeSession, REORDER_WINDOW_MS, tellLanguage, wasPlayed } from './change-session.ts';
import type { FrameContext } from './frame-context.ts';
import { orAskAgain } from './lost-words.ts';
import { isBackchannel, mayBeAnswered } from './model/backchannels.ts';
import { agentFellSilent, callerInterrupted, isLeaving, silenceWordsSaid } from './model/conversation.ts';
import { entryDueAt, pendingEntry } from './model/keys/keypad.ts';
import type { Session } from './model/session.ts';
import { spokenBy } from './model/silence.ts';
import { languageChange } from './model/spoken-language.ts';
import { countTurn } from './models/token-quota.ts';
import { leaveConversation } from './relay-connection.ts';
import { setUp } from './set-up.ts';
import { beforeFinal, dismissOthers, handOver, speculatedWith } from './speculation/final-words.ts';
import { onPartialWords } from './speculation/partial-words.ts';
import { type Prepared, Speculation } from './speculation/speculation.ts';
import { addPlayed, type Conversation, getConversation, getSession } from './store/conversations.ts';
import { addPressedKey } from './store/pressed-keys.ts';
import { answerTurn } from './turn/answer-turn.ts';
import { conversationAfter, hear, type Said } from './turn/hear.ts';
import { stepInstead } from './turn/next-step.ts';
import { TurnTimes } from './turn/turn-times.ts';
import { greetsForCallee } from './voicemail.ts';
import { whenBegun } from './when-begun.ts';

const REORDER_POLL_MS = 20;

/** Milliseconds by which a request to the model precedes the write of its words, which ends before the first token. */
const HEAD_START_MS = 5;

type PromptFrame = Extract<RelayFrame, { type: 'prompt' }>;

export async function handleFrame(frame: RelayFrame, context: FrameContext): Promise<void> {
  return frame.type === 'setup' ? setUp(frame, context) : handleTalk(frame, context);
}

/** Handles a frame of a conversation that has begun: all but `setup`, which needs the vendor's proof. */
export async function handleTalk(
  frame: Exclude<RelayFrame, { type: 'setup' }>,
  context: FrameContext,
): Promise<void> {
  switch (frame.type) {
    case 'prompt':
      return heard(frame, context);
    case 'interrupt':
      return interrupted(frame.utteranceUntilInterrupt, context);
    case 'info':
      return inform(frame, context);
    case 'error':
      logger.warn('The telephony vendor reported an error.', { description: frame.description });
      return;
    case 'dtmf':
      return (await pressKey(frame.digit, context)) ? reply({ onlyCompleteKeys: true }, context) : undefined;
  }
}

/** The caller's words: all of a turn, or those of a turn that may go on. */
async function heard({ voicePrompt, last, lang }: PromptFrame, context: FrameContext): Promise<void> {
  const words = voicePrompt.trim();
  if (words === '') return;
  if (last) return reply({ text: words, lang }, context);
  await onPartialWords(words, context, (conversation, prepared) =>
    orAskAgain(conversation.session, context, () => answerHeard(conversation, prepared, context)),
  );
}

/** Answers the first entry of keys, complete or not, unless another invocation does. */
export const answerKeys = (context: FrameContext): Promise<void> => reply({}, context);

interface Utterance extends Pick<Said, 'onlyCompleteKeys'> {
  /** @default empty: the caller only pressed keys */
  readonly text?: string;
  readonly lang?: string | undefined;
}

/** Whether more than half of the answer was played: the vendor may count its words differently. */
const wasMostlyPlayed = ({ answer, tells_played, played = 0 }: Session) =>
  !(answer && tells_played) || 2 * played > answer.text.length;

/** Stores the callee's words or keys, and answers them. The model is asked meanwhile. */
async function reply({ text = '', lang, ...keys }: Utterance, context: FrameContext): Promise<void> {
  const conversation = await afterEarlierFrames(context);
  if (!conversation || conversation.session.closed || conversation.session.voicemail) return;
  const { session } = conversation;
  nameCall({ userId: session.user_id, callId: session.call_id });
  if (text !== '' && onlyListens(session, text)) return;
  const before = beforeFinal(conversation, context);
  const prepare = (): Prepared => ({
    models: context.models(session),
    knowledge: text === '' ? Promise.resolve([]) : context.knowledge(session, text),
    times: new TurnTimes(context.arrivedAt, context.now, before),
  });
  const isGreeting = greetsForCallee(session, conversation.turns, text);
  // A speculation was made in the previous language, and does not answer a greeting.
  const isForeseen = text !== '' && !isGreeting && languageChange(session, text, lang) === undefined;
  const speculated = isForeseen ? speculatedWith(text, conversation, context) : undefined;
  const said: Said = { text, lang, isGreeting, dropped: before.dropped, ...keys };
  const likely = conversationAfter(said, conversation, context.now());
  const prepared = speculated ? undefined : prepare();
  // Invocations of several keys may each find the same entry complete; only one of them stores it.
  const isAnswered = likely && text !== '' && !stepInstead(said, likely, context);
  const speculation = prepared && isAnswered ? Speculation.begin(likely, prepared) : undefined;
  const dismissed = speculated ? undefined : dismissOthers(conversation, context);
  try {
    if (speculation) await wait(HEAD_START_MS);
    const heard = await hear(said, { conversation, likely }, context);
    await dismissed;
    if (!heard) return;
    await orAskAgain(heard.session, context, async () => {
      await watchKeysLeft(heard.session, context).catch(notDone(heard.session));
      await noteChanges(session, heard.session, context);
      const step = stepInstead(said, heard, context);
      if (step) return step(heard.session, context);
      if (speculated && (await handOver(speculated, heard.session, context))) return;
      if (speculation && heard !== likely && !(await speculation.fits(heard))) await speculation.drop();
      const models = speculation && { models: speculation.adopt() };
      await answerHeard(heard, { ...(prepared ?? prepare()), ...models }, context);
    });
  } finally {
    await speculation?.abandon(context);
  }
}

/** What fails beside an answer keeps nobody from answering. */
const notDone =
  ({ call_id: callId }: Session) =>
  (error: unknown) =>
    logger.error('What goes with an answer could not be done.', { callId, error });

/** Does what the conversation needs before an answer if the words changed more than its turns. */
async function noteChanges(before: Session, heard: Session, context: FrameContext): Promise<void> {
  const { language } = heard.settings;
  if (language !== before.settings.language)
    await tellLanguage(context, heard, language).catch(notDone(heard));
  // No check was left on hold. One of the time before finds out whether these words got an answer.
  if (before.holding && !heard.holding)
    await context.watchSilence({ ...before, holding: false }, context.now()).catch(notDone(heard));
}

async function watchKeysLeft(session: Session, { watchKeys }: FrameContext): Promise<void> {
  const due = entryDueAt(session);
  if (due) await watchKeys(session, due);
}

async function answerHeard(heard: Conversation, prepared: Prepared, context: FrameContext): Promise<void> {
  const { times } = prepared;
  const said = await answerTurn({ ...context, ...heard, ...prepared });
  // In a rehearsal nobody waits on a telephone.
  if (!heard.session.rehearsal) times.emit({ interrupted: said === undefined });
  // The vendor's report of the end of the words, which schedules a more exact check, may be missing.
  if (said !== undefined) await context.watchSilence(heard.session, spokenBy(said, context.now()));
  await countTurn(heard.session, context).catch(notDone(heard.session));
}

/** Whether the agent is speaking, as far as the vendor reports it. */
const isSpeaking = (session: Session) => session.tells_played === true && !wasPlayed(session);

/** Whether the callee's words only say that they listen to the agent, who goes on speaking: these are no turn. */
function onlyListens(session: Session, text: string): boolean {
  if (!isSpeaking(session) || mayBeAnswered(session)) return false;
  if (!isBackchannel(text, session.settings.language)) return false;
  logger.info('Words of a listening caller were ignored.', { callId: session.call_id });
  return true;
}

/** Waits until earlier frames are handled, for at most REORDER_WINDOW_MS, and returns the conversation. */
async function afterEarlierFrames(context: FrameContext): Promise<Conversation | undefined> {
  const { table, connectionId, now } = context;
  const begun = now().getTime();
  let conversation = await whenBegun(context, () => getConversation(table, connectionId));
  while (conversation && !conversation.session.closed && conversation.session.answer) {
    if (now().getTime() - begun >= REORDER_WINDOW_MS) return conversation;
    await wait(REORDER_POLL_MS);
    conversation = await getConversation(table, connectionId);
  }
  return conversation;
}

async function inform(
  { name, value }: Extract<RelayFrame, { type: 'info' }>,
  context: FrameContext,
): Promise<void> {
  if (name === 'agentSpeaking' && value === 'off') await fellSilent(context);
  if (name === 'tokensPlayed' && typeof value === 'string') await played(value, context);
}

/** The vendor may report as played what nobody spoke: digits of keys that the agent pressed. */
const DIGITS = /^[0-9*#wW]+$/;

/** Counts the played part of the pending answer. Keys that the agent pressed are part of no answer. */
async function played(text: string, { table, connectionId }: FrameContext): Promise<void> {
  if (DIGITS.test(text)) {
    const session = await getSession(table, connectionId);
    if (!session?.answer?.text.includes(text)) return;
  }
  await addPlayed(table, connectionId, text.length);
}

async function interrupted(utterance: string, context: FrameContext): Promise<void> {
  const at = context.now();
  const begun = await whenBegun(context, () => getSession(context.table, context.connectionId));
  const interrupt = (session: Session) => callerInterrupted(session, utterance, at);
  const session = begun && (await changeSession(context, interrupt, begun));
  if (session) await context.watchSilence(session, context.now());
}

/** Milliseconds to wait for the interrupt frame, or the end of the call, if most was not reported as played. */
const INTERRUPT_MS = 2_000;

/**
 * Waits until a frame that explains the end of the agent's speech is handled. Without a former turn, it is unknown
 * whether the vendor reports what is played.
 */
async function afterInterruption(silenced: Session, context: FrameContext): Promise<Session> {
  const { table, connectionId, now } = context;
  const begun = now().getTime();
  const mayReport = silenced.tells_played || silenced.turns === 0;
  const waitMs = mayReport && !isLeaving(silenced) ? INTERRUPT_MS : REORDER_WINDOW_MS;
  let latest = silenced;
  await wait(REORDER_WINDOW_MS);
  while (isUnexplained(latest, silenced) && now().getTime() - begun < waitMs) {
    await wait(REORDER_WINDOW_MS / 2);
    latest = (await getSession(table, connectionId)) ?? latest;
  }
  return latest;
}

/** Whether the answer is pending although the vendor did not report most of it as played. */
const isUnexplained = (latest: Session, { generation }: Session) =>
  latest.generation === generation &&
  !latest.closed &&
  latest.answer !== undefined &&
  !wasMostlyPlayed({ ...latest, tells_played: true });

/** Handles the end of the agent's speech: the answer was heard, and a call that is ending ends now. */
async function fellSilent(context: FrameContext): Promise<void> {
  const silentSince = context.now();
  // A short greeting may end before its setup frame is handled.
  const silenced = await whenBegun(context, () => getSession(context.table, context.connectionId));
  if (!silenced?.answer?.complete) return;
  const latest = await afterInterruption(silenced, context);
  const isSame = ({ generation }: Session) => generation === silenced.generation;
  // Words before a message for a voicemail may end only after the message was sent.
  const isOver = (current: Session) => isSame(current) && (!current.voicemail || wasMostlyPlayed(current));
  const silence = (current: Session) => (isOver(current) ? agentFellSilent(current, silentSince) : undefined);
  const session = await changeSession(context, silence, silenced.voicemail ? undefined : latest);
  if (!session) return;
  if (isLeaving(session)) return leaveConversation(session, context.connection);
  // A question or goodbye at a silence timeout does not end the silence.
  if (silenceWordsSaid(session) === undefined) await context.watchSilence(session, silentSince);
}

/** Stores a key. Returns true if an entry is complete; otherwise its first key starts the time-out of the entry. */
export async function pressKey(digit: string, context: FrameContext): Promise<boolean> {
  const { table, connectionId, arrivedAt, frameId: id = newId() } = context;
  const session = await whenBegun(context, () => getSession(table, connectionId));
  if (!session || session.closed || !session.settings.dtmf_input) return false;
  nameCall({ userId: session.user_id, callId: session.call_id });
  const key = { digit, at: arrivedAt.getTime(), id };
  const kept = await addPressedKey(table, connectionId, key);
  if (!kept) {
    logger.warn('A key was ignored: too many wait for an answer, or the conversation is over.', {
      callId: session.call_id,
    });
    return false;
  }
  // The agent has said goodbye or is about to transfer the call: the end of the conversation stores the keys.
  if (isLeaving(session)) return false;
  const state = { settings: session.settings, ...kept };
  const entry = pendingEntry(state);
  if (entry?.isComplete) {
    await wait(REORDER_WINDOW_MS);
    return true;
  }
  const due = entryDueAt(state);
  if (entry?.keys.length === 1 && due) await context.watchKeys(session, due);
  return false;
}
