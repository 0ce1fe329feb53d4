import type { Answerer } from '../../vendors/model/call-status.ts';
import type { HumanDetectionResult } from './call.ts';
import type { CallWithSnapshot } from './snapshot.ts';

export const resultOf = (answerer: Answerer): HumanDetectionResult =>
  answerer === 'human' ? 'human' : 'no_human';

export function asksForDetection({
  on_no_human_answer,
  agent,
}: Pick<CallWithSnapshot, 'on_no_human_answer' | 'agent'>): boolean {
  const isSubscribed = agent.webhook?.subscriptions.includes('event_human_detection') ?? false;
  return on_no_human_answer !== 'continue' || isSubscribed;
}

/** Whether detection must wait for the end of a machine's greeting: the agent then leaves a message. */
export const waitsForBeep = ({ on_no_human_answer }: Pick<CallWithSnapshot, 'on_no_human_answer'>): boolean =>
  on_no_human_answer === 'leave_message';

/** Whether the call ends at once: there is nobody to talk to, or nothing to leave a message on. */
export const hangsUp = (
  { on_no_human_answer: wish }: Pick<CallWithSnapshot, 'on_no_human_answer'>,
  answerer: Answerer,
): boolean =>
  resultOf(answerer) === 'no_human' &&
  (wish === 'hangup' || (wish === 'leave_message' && answerer === 'fax'));
