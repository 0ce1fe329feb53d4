import { afterEach, describe, expect, it } from 'vitest';
import { openQueues, type Queues } from '../../src/aws/sqs/queues/queues.ts';
import { type MessageFault, noFaults } from '../../src/faults/faults.ts';
import { queue as queueNamed, temporaryDirectory } from '../support/resources.ts';

const opened: { queues: Queues; remove: () => void }[] = [];

afterEach(async () => {
  for (const { queues, remove } of opened.splice(0)) {
    await queues.close();
    remove();
  }
});

const resource = queueNamed('work', { VisibilityTimeout: 60 });

/** A queue to which messages are sent with these faults. */
async function openQueue(faults: readonly (MessageFault | undefined)[]) {
  const { path, remove } = temporaryDirectory();
  const left = [...faults];
  const queues = await openQueues({
    directory: path,
    resources: [resource],
    faults: { ...noFaults(), message: () => left.shift() },
  });
  opened.push({ queues, remove });
  return queues.find('work')!;
}

const message = (body: string) => ({ body, senderId: 'test' });

/** The bodies of messages in the order in which they are received. */
async function receive(queue: Awaited<ReturnType<typeof openQueue>>, count: number) {
  const bodies: string[] = [];
  while (bodies.length < count) {
    await queue.waitForMessages(AbortSignal.timeout(5_000));
    const received = await queue.receive(1);
    for (const { body, id, receiptHandle } of received) {
      bodies.push(body);
      expect(id).toBeTruthy();
      await queue.delete([receiptHandle]);
    }
  }
  return bodies;
}

describe('a message to a queue under faults', () => {
  it('is received twice, although it was deleted', async () => {
    const queue = await openQueue([{ kind: 'twice', delayMs: 20 }]);

    const sent = await queue.send([message('a')]);

    expect(sent).toHaveLength(1);
    expect(await receive(queue, 2)).toEqual(['a', 'a']);
  });

  it('is received after a message that was sent later', async () => {
    const queue = await openQueue([{ kind: 'late', delayMs: 2_000 }]);

    await queue.send([message('a')]);
    await queue.send([message('b')]);

    expect(await receive(queue, 2)).toEqual(['b', 'a']);
  });
});
