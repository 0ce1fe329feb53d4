import { logger } from '../platform/logger.ts';
import { askUnlessHeard, owesAnswer } from './apologize.ts';
import { changeSession, dispatch } from './change-session.ts';
import { isDisclosing } from './model/disclosure.ts';
import { PHRASES } from './model/phrases.ts';
import { playedCharacters, withHeardPart } from './model/playback.ts';
import { isLeaving, type Session } from './model/session.ts';
import { agentSpokeUp } from './model/session-events.ts';
import { connectionDropped, FIRST_CONNECTION, isInDoubt, noteInput } from './model/takeover.ts';
import { type ConversationContext, type FrameContext, isPresent, realWait } from './ports.ts';
import { awaitStandstill } from './waits.ts';

/** Stores that the relay lost its connection. */
export async function onDropped(context: ConversationContext): Promise<void> {
  const at = context.now();
  await changeSession(context, (current) =>
    isPresent(current, context) ? connectionDropped(current, at) : undefined,
  );
}

type ReplayContext = ConversationContext & Pick<FrameContext, 'arrivedAt'>;

/** Notes words or a key of a frame in the session that takes them: see `noteInput`. */
export function noted(session: Session, input: string, context: ReplayContext) {
  const { arrivedAt, store, connectionId = store.conversationId } = context;
  const connection = connectionId === store.conversationId ? FIRST_CONNECTION : connectionId;
  return noteInput(session, { input, arrivedAt, connection });
}

/** Whether another connection of the call delivered these words: the vendor reports them again. */
export async function isReplayed(session: Session, input: string, context: ReplayContext): Promise<boolean> {
  if (!session.replay) return false;
  const reduce = (current: Session) => {
    const note = noted(current, input, context);
    return note?.isReplay ? note : undefined;
  };
  return (await changeSession(context, reduce)) !== undefined;
}

/** Milliseconds after a takeover within which the vendor replays its buffer and goes on with the agent's words. */
const SETTLED_MS = 1_500;

/** Milliseconds without a connection after which the agent speaks of it, unless the conversation goes on by itself. */
const LONG_MS = 3_000;

/** Milliseconds for which an invocation that answers is silent at most: before its first words, and while it does something. */
const ANSWER_MS = 5_000;
const ACTION_MS = 12_000;

/** Lets the contact hear something after a takeover: the rest of an answer, or that the line was interrupted. */
export async function goOnAfterTakeover(droppedAt: Date | undefined, context: FrameContext): Promise<void> {
  const { store, now, wait = realWait, lateMs = 0 } = context;
  const begunMs = now().getTime();
  const before = await store.getSession();
  await wait(SETTLED_MS + lateMs);
  const session = await store.getSession();
  if (!before || !session || session.closed || !isPresent(session, context)) return;
  if (session.generation !== before.generation || session.turns !== before.turns || session.holding) return;
  if (session.answer?.complete) return sayRest(session, context);
  // Nobody can tell if the invocation died with the former connection.
  if (await owesAnswer(session, context))
    return askUnlessHeard(session, lateMs + (session.answer ? ACTION_MS : ANSWER_MS), context);
  if (isLeaving(session) || !droppedAt || begunMs - droppedAt.getTime() < LONG_MS) return;
  await sayInterrupted(session, context);
}

/** Says that the line was interrupted, in place of what the contact may have heard of an answer. */
async function sayInterrupted({ generation, settings, answer }: Session, context: FrameContext) {
  const text = PHRASES[settings.language].interrupted;
  const isSame = (current: Session) =>
    current.generation === generation && current.answer?.timestamp === answer?.timestamp;
  const after = await dispatch(context, (current) =>
    isSame(current) ? agentSpokeUp(withHeardPart(current), { text }, context.now()) : undefined,
  );
  if (after) await context.watchSilence(after, context.now());
}

/** Sends the rest of an answer again. A machine's sounds interrupt no message, and nothing a disclosure. */
async function sayRest({ generation }: Session, { connection, ...context }: FrameContext): Promise<void> {
  const session = await awaitStandstill(context);
  if (session?.generation !== generation || !session.answer) return;
  if (isInDoubt(session)) return sayInterrupted(session, { connection, ...context });
  const token = await claimedRest(session, context);
  const isWhole = (session.voicemail || isDisclosing(session)) && { interruptible: false };
  if (token !== undefined) await connection.send({ type: 'text', token, last: true, ...isWhole });
}

/**
 * What the vendor has not played of an answer whose words were lost; `unsent` characters at its end are not sent yet.
 * Undefined if another invocation sends it.
 */
export async function unplayedRest(
  { generation }: Session,
  context: Parameters<typeof awaitStandstill>[0],
  unsent = 0,
): Promise<string | undefined> {
  const session = await awaitStandstill(context, unsent);
  return session?.generation === generation ? claimedRest(session, context, unsent) : undefined;
}

async function claimedRest(
  session: Session,
  { store }: Pick<ConversationContext, 'store'>,
  unsent = 0,
): Promise<string | undefined> {
  if (!session.answer || !session.reports_playback) return undefined;
  const { text } = session.answer;
  const begin = isInDoubt(session) ? text.length - unsent : playedCharacters(session);
  const rest = text.slice(Math.max(0, begin));
  if (rest.trim() === '' || !(await store.claimRest(session))) return undefined;
  logger.info('Words of an answer sent again after a lost connection.', { callId: session.call_id });
  return rest;
}
