import { type AnsweredByStep, isMachine } from '../../conversation/model/answerer/who-answered.ts';
import type { Session } from '../../conversation/model/session.ts';
import type { AnsweredBy } from '../../vendors/model/answered-by.ts';
import type { Answerer } from '../../vendors/model/call-status.ts';
import type { HumanDetectionResult, StoredCall } from './call.ts';
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

/** Whether a person may hear the agent, whatever detection says. Words first have to show what a screener's agent reached. */
export function mayBePerson(session: Session | undefined): boolean {
  if (!session?.answerer) return false;
  const isHeard = session.answerer.steps.at(-1)?.from !== 'detection';
  return !isMachine(session.answerer) || Boolean(session.settings.call_screening && !isHeard);
}

/** What answered an outbound call: by its conversation, or by detection if nothing was heard. */
export function stepsOfAnswerer(
  { human_detection_result: result, human_detected_at: at }: Partial<StoredCall>,
  heard: readonly AnsweredByStep[] = [],
): readonly AnsweredByStep[] {
  if (heard.length > 0 || !result || !at) return heard;
  return [{ answered_by: result === 'human' ? 'human' : 'voicemail', at, from: 'detection' }];
}

const UNREACHED: ReadonlySet<AnsweredBy> = new Set(['screener', 'hold', 'unavailable']);

/** The outcome of a call that no person took; undefined if one may have. `steps`: what answered it, in order. */
export function unansweredOutcome(
  { on_no_human_answer: wish }: Pick<StoredCall, 'on_no_human_answer'>,
  steps: readonly AnsweredByStep[],
): 'screened' | 'human_unanswered' | undefined {
  const last = steps.at(-1)?.answered_by;
  if (last === undefined) return undefined;
  if (UNREACHED.has(last) && steps.some((step) => step.answered_by === 'screener')) return 'screened';
  const isDead = last === 'voicemail' || last === 'unavailable';
  return isDead && wish !== 'continue' ? 'human_unanswered' : undefined;
}
