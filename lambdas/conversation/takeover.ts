import { logger } from '../platform/logger.ts';
import { changeSession, speakUp } from './change-session.ts';
import { PHRASES } from './model/phrases.ts';
import { isLeaving, type Session } from './model/session.ts';
import { connectionDropped, replayed } from './model/takeover.ts';
import { type ConversationContext, type FrameContext, isCurrent, realWait } from './ports.ts';

/** Stores that the relay lost its connection. */
export async function onDropped(context: ConversationContext): Promise<void> {
  const at = context.now();
  await changeSession(context, (current) =>
    isCurrent(current, context) ? connectionDropped(current, at) : undefined,
  );
}

/** Whether a former connection delivered these words or this key: the vendor reports them again. */
export async function isReplayed(
  session: Session,
  input: string,
  context: ConversationContext & Pick<FrameContext, 'arrivedAt'>,
): Promise<boolean> {
  const reduce = (current: Session) => replayed(current, input, context.arrivedAt);
  return (await changeSession(context, reduce, session)) !== undefined;
}

/** Milliseconds after a takeover within which the vendor replays its buffer and goes on with the agent's words. */
const SETTLED_MS = 1_500;

/** Milliseconds without a connection after which the agent speaks of it, unless the conversation goes on by itself. */
const LONG_MS = 3_000;

/**
 * Makes sure that the contact hears something after a takeover: the rest of an answer whose words were lost on the way,
 * or, after a long silence, that the line was interrupted.
 */
export async function goOnAfterTakeover(droppedAt: Date | undefined, context: FrameContext): Promise<void> {
  const { store, now, wait = realWait } = context;
  const begunMs = now().getTime();
  const before = await store.getSession();
  await wait(SETTLED_MS);
  const session = await store.getSession();
  if (!before || !session || session.closed || !isCurrent(session, context)) return;
  if (session.generation !== before.generation || session.turns !== before.turns || session.holding) return;
  if (session.answer) return sayRest(before, session, context);
  if (isLeaving(session) || !droppedAt || begunMs - droppedAt.getTime() < LONG_MS) return;
  const text = PHRASES[session.settings.language].interrupted;
  const isSame = (current: Session) => current.generation === session.generation && !current.answer;
  const after = await speakUp(context, (current) => (isSame(current) ? { text } : undefined));
  if (after) await context.watchSilence(after, now());
}

/** Sends what was not played of a whole answer again, if the vendor has stopped to report that it is played. */
async function sayRest(
  before: Session,
  { answer, ...session }: Session,
  context: FrameContext,
): Promise<void> {
  const { played_characters: played = 0, reports_playback, call_id: callId } = session;
  const isSpeaking = played !== (before.played_characters ?? 0);
  const rest = answer?.text.slice(played) ?? '';
  if (!answer?.complete || !reports_playback || isSpeaking || rest.trim() === '') return;
  logger.info('Rest of an answer sent again after a lost connection.', { callId });
  await context.connection.send({ type: 'text', token: rest, last: true });
}
