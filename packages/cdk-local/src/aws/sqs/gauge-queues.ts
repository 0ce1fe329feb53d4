import type { Meters } from '../../cloudwatch/counts/meters.ts';
import type { Queue } from './queues/queue.ts';

/**
 * Returns a function that records the present state of queues, as SQS does each minute:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
export function gaugeQueues(queues: readonly Queue[], { record }: Meters): () => void {
  return () => {
    for (const queue of queues) {
      const { visible, inFlight, delayed } = queue.counts();
      const add = (name: string, value: number) =>
        record({ namespace: 'AWS/SQS', name, dimensions: { QueueName: queue.settings.name } }, value);
      add('ApproximateNumberOfMessagesVisible', visible);
      add('ApproximateNumberOfMessagesNotVisible', inFlight);
      add('ApproximateNumberOfMessagesDelayed', delayed);
      add('ApproximateAgeOfOldestMessage', Math.floor(queue.oldestAgeMs() / 1000));
    }
  };
}
