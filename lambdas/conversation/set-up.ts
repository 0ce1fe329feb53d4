import { setTimeout as wait } from 'node:timers/promises';
import { detectsDoNotCall, type StoredCall } from '../domain/calls/call.ts';
import { isUnheard, openingDelay, openingWords, resumedConnection } from '../domain/calls/opening.ts';
import { beginSession, type Session } from '../domain/conversations/conversation.ts';
import { logger } from '../runtime/logger.ts';
import { beginConversation, getConversation } from '../store/conversations/conversations.ts';
import type { FrameContext } from './frame-context.ts';
import type { RelayFrame } from './relay-frames.ts';
import { provenCall } from './relay-proof.ts';
import { speakUp } from './speak-up.ts';

/** Begins the conversation of a call; the agent speaks first if it is configured to. */
export async function setUp(
  frame: Extract<RelayFrame, { type: 'setup' }>,
  context: FrameContext,
): Promise<void> {
  const call = await provenCall(frame, context);
  const session = call && (await begin(call, frame.sessionId, context));
  if (call && session) return open(call, session, context);
  const { call_id: callId } = frame.customParameters;
  logger.warn(
    'A conversation was refused: its call is unknown or over, has another conversation, or belongs to another account.',
    {
      callId,
    },
  );
  await context.connection.send({ type: 'end', handoffData: '' });
}

/**
 * Begins a conversation, or resumes one after a failed transfer or a lost connection. Returns undefined if the call may
 * have none.
 */
async function begin(
  call: StoredCall,
  relay_session_id: string,
  { table, connectionId, now }: FrameContext,
): Promise<Session | undefined> {
  const { id, user_id, agent, context, hipaa_compliant } = call;
  const settings = { ...call.settings, run_do_not_call_detection: detectsDoNotCall(call) };
  const start = { call_id: id, user_id, agent, settings, context, hipaa_compliant };
  const greeting = openingDelay(call) > 0 ? undefined : openingWords(call);
  const fresh = { ...beginSession(start, greeting, now()), relay_session_id };
  const resumes = resumedConnection(call);
  const former = resumes === undefined ? undefined : await getConversation(table, resumes);
  // The greeting of a conversation without a voice was never heard, and is said again.
  const history = isUnheard(call) ? [] : (former?.turns ?? []);
  const session: Session = {
    ...fresh,
    turns: former?.turns.at(-1)?.number ?? 0,
    ...(former?.session.holding && { holding: true }),
    ...(resumes !== undefined && { resumes }),
  };
  const isBegun = await beginConversation(table, connectionId, { session, now: now(), history });
  return isBegun ? session : undefined;
}

/** Greets after the configured delay, unless the callee speaks first. Without a greeting, schedules a silence check. */
async function open(call: StoredCall, session: Session, context: FrameContext): Promise<void> {
  const delay = openingDelay(call);
  const text = openingWords(call);
  if (text === undefined) return context.watchSilence(session, context.now());
  if (delay === 0) return;
  await wait(delay * 1000);
  await speakUp(context, ({ generation, answer }) => (generation === 0 && !answer ? { text } : undefined));
}
