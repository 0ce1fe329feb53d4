import { type Faults, noFaults } from '../../../faults/faults.ts';
import type { Resources } from '../../../template/resource.ts';
import { openMessageStore } from './message-store.ts';
import { type DeadLetter, openQueue, type Queue, type StoredQueue } from './queue.ts';
import { readQueueSettings } from './queue-settings.ts';

export interface Queues {
  /** By ARN, URL or name. Returns undefined if there is no such queue. */
  find(identifier: string): Queue | undefined;
  close(): Promise<void>;
}

/** Opens the queues of the stacks with the messages that earlier processes left in `directory`. */
export async function openQueues(options: {
  readonly directory: string;
  readonly resources: Resources;
  readonly faults?: Faults;
}): Promise<Queues> {
  const { directory, resources, faults = noFaults() } = options;
  const store = await openMessageStore(directory);
  const queues = new Map<string, StoredQueue>();
  const deadLetter: DeadLetter = (message, { arn, redrive }) =>
    queues
      .get(redrive?.deadLetterTargetArn ?? '')
      ?.accept({ ...message, receiveCount: 0, visibleAt: Date.now(), deadLetterSource: arn });
  for (const resource of resources) {
    if (resource.type !== 'AWS::SQS::Queue') continue;
    const settings = readQueueSettings(resource);
    const queue = await openQueue({ settings, store, deadLetter, faultOf: faults.message });
    for (const identifier of [settings.arn, settings.url, settings.name]) queues.set(identifier, queue);
  }
  const all = new Set(queues.values());
  return {
    // A sender may use another host name than that of the queue's URL.
    find: (identifier) => queues.get(identifier) ?? queues.get(identifier.split('/').at(-1) ?? ''),
    close: async () => {
      for (const queue of all) queue.close();
      await store.close();
    },
  };
}
