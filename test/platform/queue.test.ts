import type { SQSRecord } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { messageConsumer } from '../../lambdas/platform/queue.ts';

vi.hoisted(() => {
  // Failures are logged.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

type Told = 'done' | 'postpone' | 'fail' | 'malformed';

/** Handles a batch of messages that say what becomes of them, in a function whose invocations fail with all of a batch. */
const handle = (...messages: readonly Told[]) => handleIn({ failsTogether: true }, messages);

function handleIn(how: { readonly failsTogether?: boolean }, messages: readonly Told[]) {
  const handled: Told[] = [];
  const postponed: string[] = [];
  const handler = messageConsumer<Told>({
    ...how,
    step: 'test',
    read(json) {
      if (json === 'malformed') throw new Error('It is malformed.');
      return json as Told;
    },
    async handle(message) {
      handled.push(message);
      if (message === 'fail') throw new Error('It fails.');
      return message === 'postpone' ? { retryAfterSeconds: 7 } : undefined;
    },
    async postpone({ messageId }, seconds) {
      postponed.push(`${messageId} ${seconds}`);
    },
  });
  const Records = messages.map(
    (message, index) =>
      ({
        messageId: `${index}`,
        body: JSON.stringify(message),
        attributes: { ApproximateReceiveCount: '1' },
      }) as SQSRecord,
  );
  return { answer: handler({ Records }), handled, postponed };
}

const kept = (...messageIds: readonly string[]) => ({
  batchItemFailures: messageIds.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('an invocation for messages of a queue', () => {
  it.each([
    [['fail']],
    [['malformed']],
    [['fail', 'malformed']],
  ] as const)('fails if none of them can be handled: %s', async (messages) => {
    const { answer, handled, postponed } = handle(...messages);

    await expect(answer).rejects.toThrow('None of the messages could be handled.');
    expect(handled).toEqual(messages.filter((message) => message === 'fail'));
    expect(postponed).toEqual([]);
  });

  it('does not fail in a function that users can make fail: Lambda would invoke it less for all of them', async () => {
    const { answer } = handleIn({}, ['fail', 'malformed']);

    await expect(answer).resolves.toEqual(kept('0', '1'));
  });

  it('succeeds if one of them is done, and names those that are not', async () => {
    const { answer, handled } = handle('fail', 'done', 'malformed');

    await expect(answer).resolves.toEqual(kept('0', '2'));
    expect(handled).toEqual(['fail', 'done']);
  });

  it('succeeds if one of them is postponed, which is no failure', async () => {
    const alone = handle('postpone');
    const together = handle('fail', 'postpone');

    await expect(alone.answer).resolves.toEqual(kept('0'));
    await expect(together.answer).resolves.toEqual(kept('0', '1'));
    expect(together.postponed).toEqual(['1 7']);
  });
});
