import { describe, expect, it } from 'vitest';
import type { NewMessage } from '../../src/aws/sqs/queues/message.ts';
import type { DynamoDbStreamRecord } from '../../src/dynamodb/stream/stream-record.ts';
import type { InvocationResult } from '../../src/functions/functions.ts';
import type { EventSourceMapping } from '../../src/sources/event-source-mapping.ts';
import { processBatch } from '../../src/sources/stream-batch.ts';

const failure: InvocationResult = { ok: false, error: 'error', message: 'no' };
const record = (SequenceNumber: string) =>
  ({ dynamodb: { SequenceNumber, ApproximateCreationDateTime: Date.now() / 1000 } }) as DynamoDbStreamRecord;

/** Processes records a, b, c … with a function that answers each batch as told. Returns the batches and their outcome. */
async function process(answer: (batch: string) => InvocationResult, maximumRetries: number) {
  const batches: string[] = [];
  const checkpoints: string[] = [];
  const failures: NewMessage[] = [];
  const name = ({ dynamodb }: DynamoDbStreamRecord) => dynamodb.SequenceNumber;
  const mapping = { functionArn: 'f', sourceArn: 's', maximumRetries };
  const done = await processBatch(['a', 'b', 'c', 'd'].map(record), {
    mapping: mapping as EventSourceMapping,
    functions: {
      invoke: async (_, event) => {
        const batch = (event as { Records: DynamoDbStreamRecord[] }).Records.map(name).join('');
        batches.push(batch);
        return answer(batch);
      },
    },
    failureQueue: { send: async (messages: NewMessage[]) => void failures.push(...messages) } as never,
    checkpoint: async (last) => void checkpoints.push(name(last)),
    signal: new AbortController().signal,
  });
  return {
    done,
    batches,
    checkpoints,
    failures: failures.map(({ body }) => JSON.parse(body).DDBStreamBatchInfo),
  };
}

describe('processBatch', () => {
  it('retries a throttled batch whole, beyond the number of its retries', async () => {
    let throttles = 3;
    const throttled: InvocationResult = { ok: false, error: 'throttled', message: 'Rate Exceeded.' };

    const answer = () => (throttles-- > 0 ? throttled : ({ ok: true, payload: null } as const));
    const { done, batches, failures } = await process(answer, 0);

    expect(done).toBe(true);
    expect(batches).toEqual(['abcd', 'abcd', 'abcd', 'abcd']);
    expect(failures).toEqual([]);
  });

  it('halves a failing batch until the faulty record is alone, which it retries and finally gives up', async () => {
    const { done, batches, failures } = await process(
      (batch) => (batch.includes('c') ? failure : { ok: true, payload: null }),
      1,
    );

    expect(done).toBe(true);
    expect(batches).toEqual(['abcd', 'ab', 'cd', 'c', 'c', 'd']);
    expect(failures).toMatchObject([
      { startSequenceNumber: 'c', endSequenceNumber: 'c', batchSize: 1, streamArn: 's' },
    ]);
  });

  it('continues from the first record that the function reports as failed', async () => {
    let attempts = 0;
    const { batches, checkpoints, failures } = await process(
      () => ({ ok: true, payload: { batchItemFailures: attempts++ === 0 ? [{ itemIdentifier: 'c' }] : [] } }),
      0,
    );

    expect(batches).toEqual(['abcd', 'c', 'd']);
    expect(checkpoints).toEqual(['b', 'c']);
    expect(failures).toEqual([]);
  });

  it('treats a report of unknown records as the failure of all', async () => {
    const unknown = { ok: true, payload: { batchItemFailures: [{ itemIdentifier: 'x' }] } } as const;
    const { failures } = await process(() => unknown, 0);

    expect(failures.map((failed) => failed.startSequenceNumber)).toEqual(['a', 'b', 'c', 'd']);
  });
});
