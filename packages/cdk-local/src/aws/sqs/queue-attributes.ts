import type { Queue } from './queues/queue.ts';

/** GetQueueAttributes' answer for the named attributes, or all of them. */
export function queueAttributes({ settings, counts }: Queue, names: readonly string[]): object {
  const { visible, inFlight, delayed } = counts();
  const all: Record<string, string> = {
    QueueArn: settings.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(settings.visibilityMs / 1000),
    DelaySeconds: String(settings.delayMs / 1000),
    MessageRetentionPeriod: String(settings.retentionMs / 1000),
    ReceiveMessageWaitTimeSeconds: String(settings.waitMs / 1000),
  };
  if (settings.redrive) {
    const { deadLetterArn, maxReceiveCount } = settings.redrive;
    all.RedrivePolicy = JSON.stringify({ deadLetterTargetArn: deadLetterArn, maxReceiveCount });
  }
  const wanted = Object.entries(all).filter(([name]) => names.includes('All') || names.includes(name));
  return { Attributes: Object.fromEntries(wanted) };
}
