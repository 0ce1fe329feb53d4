import { nameCall } from '../platform/log/current-step.ts';
import { logger } from '../platform/logger.ts';
import { describeModelFailure } from '../vendors/llm/model-failure.ts';
import type { ModelUsage } from '../vendors/llm/model-usage.ts';
import { changeSession, countTokensOfTurn, speakUp } from './change-session.ts';
import { afterDisclosure } from './model/disclosure.ts';
import { filledGreeting, valuesOf } from './model/filled-texts.ts';
import { modelMessages } from './model/model-input.ts';
import { PHRASES } from './model/phrases.ts';
import { spokenBy } from './model/playback.ts';
import type { Session, Turn } from './model/session.ts';
import { type UnaskedWords, voicemailReached } from './model/session-events.ts';
import { SpokenWords } from './model/words/spoken-words.ts';
import type { Connection, FrameContext, Retry } from './ports.ts';
import { TurnTimes } from './turn/turn-times.ts';

/** Milliseconds that the models have to write a message. A voicemail hangs up after some seconds of silence. */
const WRITING_MS = 3_000;

/** Longest written message in characters: half a minute of speech. */
const MAX_LENGTH = 500;

/** Milliseconds after which the queue delivers the message of a voicemail again if its invocation dies. */
const RESUMED_WITHIN_MS = 60_000;

/** Milliseconds within which some of a message is reported as played. An older one was probably never sent. */
const PLAYED_WITHIN_MS = 5_000;

const INSTRUCTION =
  'You have reached a voicemail, and it records now. Say the message to leave, in two or three sentences: who you are, why you call, and what they can do. Say nothing else.';

export interface VoicemailTurn {
  /** Leaves none if the conversation has left this generation. @default any generation */
  readonly since?: number | undefined;
  /** An earlier attempt may have failed on the way: it is resumed unless its message was heard. @default false */
  readonly isRetry?: boolean;
}

/** Leaves a message unless a person may listen. Returns when to try again if another attempt may be heard. */
export async function leaveVoicemail(
  context: FrameContext,
  { since, isRetry = false }: VoicemailTurn = {},
): Promise<Retry> {
  const conversation = await context.store.getConversation();
  if (!conversation) return undefined;
  const { user_id: userId, call_id: callId } = conversation.session;
  nameCall({ userId, callId });
  const session =
    (await changeSession(context, (current) => voicemailReached(current, context.now(), since)))?.session ??
    (isRetry ? unplayed(conversation.session) : undefined);
  if (!session) return undefined;
  const { answer } = session;
  const earlyMs = answer ? Date.parse(answer.timestamp) + PLAYED_WITHIN_MS - context.now().getTime() : 0;
  if (earlyMs > 0) return { retryAfterSeconds: Math.ceil(earlyMs / 1000) };
  try {
    await leave(session, conversation.turns, context);
    return undefined;
  } finally {
    // What the models wrote counts as a turn does, whether it was spoken or not.
    await countTokensOfTurn(session, context).catch(logFailure(callId));
  }
}

/** The conversation, if its message was begun and the vendor has not reported any of it as played. */
const unplayed = (session: Session) =>
  session.voicemail && !session.closed && session.played_characters === undefined ? session : undefined;

/** What fails beside the message does not keep it from being left, and once it is sent, it is not left again. */
const logFailure = (callId: string) => (error: unknown) =>
  logger.error('Step beside a voicemail message failed.', { callId, error });

async function leave(session: Session, turns: readonly Turn[], context: FrameContext): Promise<void> {
  const resumedBy = new Date(context.now().getTime() + RESUMED_WITHIN_MS);
  await context.watchSilence(session, resumedBy).catch(logFailure(session.call_id));
  const connection = uninterruptible(context.connection);
  // The message was stored, but it is unknown whether it was sent.
  if (session.answer)
    return void (await connection.send({ type: 'text', token: session.answer.text, last: true }));
  const fixed = session.settings.voicemail_message;
  const written = fixed
    ? { text: filledGreeting(fixed, valuesOf(session)) }
    : await writeMessage(session, turns, context);
  const message = { ...written, text: afterDisclosure(session, written.text) };
  const isUnsaid = ({ generation, answer }: Session) => generation === session.generation && !answer;
  const after = await speakUp({ ...context, connection }, (current) =>
    isUnsaid(current) ? message : undefined,
  );
  if (!after) return;
  const silentSince = spokenBy(message.text, context.now());
  await context.watchSilence(after, silentSince).catch(logFailure(session.call_id));
}

/** The message of the first model that writes one in time, or the service's own sentence. Its figures have no times. */
async function writeMessage(
  session: Session,
  turns: readonly Turn[],
  context: FrameContext,
): Promise<UnaskedWords> {
  const messages = [
    ...modelMessages(session, { turns, tools: [], passages: [] }),
    { role: 'user' as const, content: `[${INSTRUCTION}]` },
  ];
  const models = session.out_of_tokens ? [] : context.models(session);
  const times = new TurnTimes(context.now(), context.now);
  const onUsage = (usage: ModelUsage) => times.used(usage);
  const words = new SpokenWords(session.settings.language);
  const messageOf = (text: string): UnaskedWords => {
    const { from: _, ...figures } = { ...times.figures(), ms: [], ...words.figures };
    return { text, ...(models.length > 0 && { figures }) };
  };
  for (const model of models) {
    const signal = AbortSignal.timeout(WRITING_MS / models.length);
    const { llm_temperature: temperature } = session.settings;
    let text = '';
    let failed = false;
    times.modelAsked(messages);
    try {
      const request = { messages, tools: [], mayUseTools: false, temperature, signal, onUsage };
      for await (const chunk of model.stream(request)) if (chunk.kind === 'text') text += chunk.text;
    } catch (error) {
      failed = true;
      logger.warn('Voicemail message not written in time by the language model.', {
        callId: session.call_id,
        ...describeModelFailure(error),
      });
    }
    const sentences = wholeSentences(words.push(text) + words.flush());
    times.modelAnswered({ failed });
    if (sentences !== '') return messageOf(sentences);
  }
  return messageOf(PHRASES[session.settings.language].voicemail);
}

const wholeSentences = (text: string) =>
  (/^[\s\S]*[.!?。！？।]/.exec(text.trim().slice(0, MAX_LENGTH))?.[0] ?? '').trim();

/** Makes the agent's words uninterruptible on this connection: the contact is a machine, whose sounds mean nothing. */
const uninterruptible = (connection: Connection): Connection => ({
  send: (frame) => connection.send(frame.type === 'text' ? { ...frame, interruptible: false } : frame),
});
