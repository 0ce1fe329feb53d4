import type { HumanDetectionResult, StoredCall } from './call.ts';

/** What the vendor's result of answering-machine detection means. Returns undefined if it could not tell. */
export function judgeAnsweredBy(answeredBy: string | undefined): HumanDetectionResult | undefined {
  if (answeredBy === 'human') return 'human';
  return answeredBy === 'fax' || answeredBy?.startsWith('machine_') ? 'no_human' : undefined;
}

/** Whether a call needs answering-machine detection. */
export function asksForDetection({ on_no_human_answer, agent }: StoredCall): boolean {
  const isTold = agent.webhook?.subscriptions.includes('event_human_detection') ?? false;
  return on_no_human_answer === 'hangup' || isTold;
}
