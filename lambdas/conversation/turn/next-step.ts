import { speakUp } from '../change-session.ts';
import { type FrameContext, isTimeUp, sayFarewell } from '../frame-context.ts';
import { isLeaving } from '../model/conversation.ts';
import { PHRASES } from '../model/phrases.ts';
import { isSpoken, type Session, type Turn } from '../model/session.ts';
import { spokenBy } from '../model/silence.ts';
import { endForTokens, isOutOfTokens } from '../models/token-quota.ts';
import { leaveConversation } from '../relay-connection.ts';
import { BEEP_WITHIN_MS } from '../voicemail.ts';
import type { Heard, Said } from './hear.ts';

type Step = (heard: Session, context: FrameContext) => Promise<void>;

/** The step that follows words in place of a model's answer; undefined if a model answers. */
export function stepInstead(
  { isGreeting }: Pick<Said, 'isGreeting'>,
  heard: Heard,
  { now }: Pick<FrameContext, 'now'>,
): Step | undefined {
  const { session, turns } = heard;
  if (isGreeting) return awaitBeep;
  if (obeysKeys(heard)) return speakOfAction;
  if (isLeaving(session)) return (left, { connection }) => leaveConversation(left, connection);
  if (isTimeUp(turns, now())) return sayFarewell;
  if (session.holding) return async () => {};
  return isOutOfTokens(session) ? endForTokens : undefined;
}

/** Whether keys triggered an action that the agent takes after its words about it were heard. */
function obeysKeys({ session, newTurns }: Heard): boolean {
  if (!isLeaving(session) && !session.holding) return false;
  return newTurns.some((turn, index) => !isSpoken(turn) && isOfCaller(newTurns[index - 1]));
}

const isOfCaller = (turn: Turn | undefined) =>
  turn !== undefined && isSpoken(turn) && turn.sender === 'human';

/** Says nothing to a voicemail's greeting. The beep is assumed after some seconds, unless the vendor reports it. */
async function awaitBeep(session: Session, context: FrameContext): Promise<void> {
  await context.watchVoicemail(session, new Date(context.now().getTime() + BEEP_WITHIN_MS));
  await context.watchSilence(session, context.now());
}

async function speakOfAction(heard: Session, context: FrameContext): Promise<void> {
  const { goodbye, connecting, holding } = PHRASES[heard.settings.language];
  const text = heard.ending ? goodbye : heard.handoff === undefined ? holding : connecting;
  const isSame = ({ generation }: Session) => generation === heard.generation;
  const session = await speakUp(context, (current) => (isSame(current) ? { text } : undefined));
  if (session) await context.watchSilence(session, spokenBy(text, context.now()));
}
