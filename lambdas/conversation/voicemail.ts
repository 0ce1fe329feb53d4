import { logger } from '../platform/logger.ts';
import { describeModelFailure } from '../vendors/llm/model-failure.ts';
import { changeSession, speakUp } from './change-session.ts';
import type { FrameContext } from './frame-context.ts';
import { isScreening, isVoicemailGreeting } from './model/answering.ts';
import { voicemailReached } from './model/conversation.ts';
import { filledGreeting } from './model/filled-texts.ts';
import { modelMessages } from './model/model-input.ts';
import { PHRASES } from './model/phrases.ts';
import { isSpoken, type Session, type Turn } from './model/session.ts';
import { spokenBy } from './model/silence.ts';
import type { TurnFigures } from './model/turn-figures.ts';
import { countTurn, TokenTally } from './models/token-quota.ts';
import type { RelayConnection } from './relay-connection.ts';
import { getConversation } from './store/conversations.ts';

/** Most utterances of a callee that are checked for a greeting. A person may speak of messages later. */
const MAX_GREETINGS = 4;

/** Milliseconds after the last words of a greeting after which the beep is assumed, if detection does not report it. */
export const BEEP_WITHIN_MS = 5_000;

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

/** Whether these words are a machine's greeting, and the agent is to leave a message: it then waits for the beep. */
export function greetsForCallee(session: Session, turns: readonly Turn[], text: string): boolean {
  if (!session.leaves_message || session.voicemail) return false;
  const before = turns.filter((turn) => isSpoken(turn) && turn.sender === 'human').length;
  return before < MAX_GREETINGS && isVoicemailGreeting(text, session.settings.language);
}

export interface VoicemailTurn {
  /** Leaves none if the conversation has left this generation. @default any generation */
  readonly since?: number | undefined;
  /** An earlier attempt may have failed on the way: it is resumed unless its message was heard. @default false */
  readonly isRetry?: boolean;
}

/** Leaves a message unless the call is screened. Returns when to try again if another attempt may be heard. */
export async function leaveVoicemail(
  context: FrameContext,
  { since, isRetry = false }: VoicemailTurn = {},
): Promise<{ readonly retryAfterSeconds: number } | undefined> {
  const conversation = await getConversation(context.table, context.connectionId);
  const heard = conversation?.turns.findLast((turn) => isSpoken(turn) && turn.sender === 'human');
  if (!conversation) return undefined;
  const { settings, call_id: callId } = conversation.session;
  if (heard && isSpoken(heard) && isScreening(heard.text, settings.language)) {
    logger.info('No message is left: the call is being screened.', { callId });
    return undefined;
  }
  const begun =
    (await changeSession(context, (session) => voicemailReached(session, since))) ??
    (isRetry ? unheard(conversation.session) : undefined);
  if (!begun) return undefined;
  const { answer } = begun;
  const earlyMs = answer ? Date.parse(answer.timestamp) + PLAYED_WITHIN_MS - context.now().getTime() : 0;
  if (earlyMs > 0) return { retryAfterSeconds: Math.ceil(earlyMs / 1000) };
  try {
    await leave(begun, conversation.turns, context);
    return undefined;
  } finally {
    // What the models wrote counts as a turn does, whether it was spoken or not.
    await countTurn(begun, context).catch(unnoted(callId));
  }
}

/** The conversation, if its message was begun and the vendor has not reported any of it as played. */
const unheard = (session: Session) =>
  session.voicemail && !session.closed && session.played === undefined ? session : undefined;

/** What fails beside the message does not keep it from being left, and once it is sent, it is not left again. */
const unnoted = (callId: string) => (error: unknown) =>
  logger.error('What goes with a message for a voicemail could not be done.', { callId, error });

async function leave(begun: Session, turns: readonly Turn[], context: FrameContext): Promise<void> {
  const resumedBy = new Date(context.now().getTime() + RESUMED_WITHIN_MS);
  await context.watchSilence(begun, resumedBy).catch(unnoted(begun.call_id));
  const connection = uninterruptible(context.connection);
  // The message was stored, but it is unknown whether it was sent.
  if (begun.answer)
    return void (await connection.send({ type: 'text', token: begun.answer.text, last: true }));
  const fixed = begun.settings.voicemail_message;
  const message = fixed
    ? { text: filledGreeting(fixed, begun.context) }
    : await writeMessage(begun, turns, context);
  const isUnsaid = ({ generation, answer }: Session) => generation === begun.generation && !answer;
  const spoken = await speakUp({ ...context, connection }, (session) =>
    isUnsaid(session) ? message : undefined,
  );
  if (!spoken) return;
  const silentSince = spokenBy(message.text, context.now());
  await context.watchSilence(spoken, silentSince).catch(unnoted(begun.call_id));
}

/** A message with what its models used. Nobody waits for it, so its figures have no times. */
interface Message {
  readonly text: string;
  readonly figures?: TurnFigures;
}

/** The message of the first model that writes one in time, or the service's own sentence. */
async function writeMessage(
  session: Session,
  turns: readonly Turn[],
  context: FrameContext,
): Promise<Message> {
  const messages = [
    ...modelMessages(session, { turns, tools: [], passages: [] }),
    { role: 'user' as const, content: `[${INSTRUCTION}]` },
  ];
  const models = session.out_of_tokens ? [] : context.models(session);
  const tally = new TokenTally();
  let failures = 0;
  const written = (text: string): Message => {
    const figures = { ms: [], ...tally.figures, ...(failures > 0 && { failures }) };
    return { text, ...(models.length > 0 && { figures }) };
  };
  for (const model of models) {
    const signal = AbortSignal.timeout(WRITING_MS / models.length);
    const { llm_temperature: temperature } = session.settings;
    let text = '';
    tally.asked(messages);
    try {
      for await (const chunk of model.stream({
        messages,
        tools: [],
        mayUseTools: false,
        temperature,
        signal,
        onUsage: (usage) => tally.used(usage),
      }))
        if (chunk.kind === 'text') text += chunk.text;
    } catch (error) {
      failures += 1;
      logger.warn('The language model wrote no message for a voicemail in time.', {
        callId: session.call_id,
        ...describeModelFailure(error),
      });
    }
    const sentences = wholeSentences(text);
    tally.over();
    if (sentences !== '') return written(sentences);
  }
  return written(PHRASES[session.settings.language].voicemail);
}

const wholeSentences = (text: string) =>
  (/^[\s\S]*[.!?。！？।]/.exec(text.trim().slice(0, MAX_LENGTH))?.[0] ?? '').trim();

/** Makes the agent's words uninterruptible on this connection: the callee is a machine, whose sounds mean nothing. */
const uninterruptible = (connection: RelayConnection): RelayConnection => ({
  send: (frame) => connection.send(frame.type === 'text' ? { ...frame, interruptible: false } : frame),
});
