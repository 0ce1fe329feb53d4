import { isLeaving } from '../../domain/conversations/conversation.ts';
import { isSpoken, type Turn } from '../../domain/conversations/session.ts';
import type { FrameContext } from '../frame-context.ts';
import { isOutOfTokens } from '../models/token-quota.ts';
import { isTimeUp } from '../time-limit.ts';
import type { Heard, Said } from './hear.ts';

export type NextStep =
  | 'beep'
  | 'speak of action'
  | 'leave'
  | 'farewell'
  | 'silence'
  | 'end for tokens'
  | 'answer';

export function nextStep(
  { isGreeting }: Pick<Said, 'isGreeting'>,
  heard: Heard,
  { now }: Pick<FrameContext, 'now'>,
): NextStep {
  const { session, turns } = heard;
  if (isGreeting) return 'beep';
  if (obeysKeys(heard)) return 'speak of action';
  if (isLeaving(session)) return 'leave';
  if (isTimeUp(turns, now())) return 'farewell';
  if (session.holding) return 'silence';
  return isOutOfTokens(session) ? 'end for tokens' : 'answer';
}

/** Whether keys triggered an action that the agent takes after its words about it were heard. */
function obeysKeys({ session, newTurns }: Heard): boolean {
  if (!isLeaving(session) && !session.holding) return false;
  return newTurns.some((turn, index) => !isSpoken(turn) && isOfCaller(newTurns[index - 1]));
}

const isOfCaller = (turn: Turn | undefined) =>
  turn !== undefined && isSpoken(turn) && turn.sender === 'human';
