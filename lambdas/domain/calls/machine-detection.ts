import type { HumanDetectionResult, StoredCall } from './call.ts';

/** What the telephony vendor's word for who answered means; undefined where it could not tell. */
export function judgeAnsweredBy(answeredBy: string | undefined): HumanDetectionResult | undefined {
  if (answeredBy === 'human') return 'human';
  return answeredBy === 'fax' || answeredBy?.startsWith('machine_') ? 'no_human' : undefined;
}

/** Whether somebody waits for the verdict on who answers a call. */
export function asksForDetection({ on_no_human_answer, agent }: StoredCall): boolean {
  const isTold = agent.webhook?.subscriptions.includes('event_human_detection') ?? false;
  return on_no_human_answer === 'hangup' || isTold;
}
