import { describe, expect, it } from 'vitest';
import { partialBatch } from '../../src/faults/partial-batch.ts';

const failure = { ErrorCode: 'InternalFailure', ErrorMessage: 'Injected fault' };

describe('a batch that is executed in part', () => {
  it('of events has the error at the place of its entry', () => {
    const input = { Entries: [{ Detail: 'a' }, { Detail: 'b' }, { Detail: 'c' }] };

    const partial = partialBatch('PutEvents', input, 0.4);

    expect(partial?.rest).toEqual({ Entries: [{ Detail: 'a' }, { Detail: 'c' }] });
    expect(partial?.answer({ Entries: [{ EventId: '1' }, { EventId: '2' }] })).toEqual({
      FailedEntryCount: 1,
      Entries: [{ EventId: '1' }, failure, { EventId: '2' }],
    });
  });

  it('of one event fails as a whole', () => {
    const partial = partialBatch('PutEvents', { Entries: [{ Detail: 'a' }] }, 0.99);

    expect(partial?.rest).toBeUndefined();
    expect(partial?.answer(undefined)).toEqual({ FailedEntryCount: 1, Entries: [failure] });
  });

  it('of messages names the one that failed', () => {
    const input = { QueueUrl: 'q', Entries: [{ Id: 'a' }, { Id: 'b' }] };

    const partial = partialBatch('SendMessageBatch', input, 0);

    expect(partial?.rest).toEqual({ QueueUrl: 'q', Entries: [{ Id: 'b' }] });
    expect(partial?.answer({ Successful: [{ Id: 'b' }], Failed: [] })).toMatchObject({
      Successful: [{ Id: 'b' }],
      Failed: [{ Id: 'a', SenderFault: false }],
    });
  });

  it('of reads leaves a key unprocessed', () => {
    const table = { Keys: [1, 2], ConsistentRead: true };

    const partial = partialBatch('BatchGetItem', { RequestItems: { table } }, 0.6);

    expect(partial?.answer({})).toEqual({
      Responses: {},
      UnprocessedKeys: { table: { Keys: [2], ConsistentRead: true } },
    });
  });

  it('does not exist for a single request', () => {
    expect(partialBatch('PutItem', { TableName: 'table' }, 0)).toBeUndefined();
  });
});
