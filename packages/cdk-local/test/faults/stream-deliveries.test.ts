import { describe, expect, it } from 'vitest';
import type { DynamoDbStreamRecord } from '../../src/dynamodb/stream/stream-record.ts';
import { faultyDeliveries } from '../../src/sources/start-sources.ts';

const record = (pk: string, SequenceNumber: string): DynamoDbStreamRecord => ({
  eventID: SequenceNumber,
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'eu-west-1',
  dynamodb: {
    ApproximateCreationDateTime: 0,
    Keys: { pk: { S: pk }, sk: { S: SequenceNumber } },
    SequenceNumber,
    SizeBytes: 1,
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  },
});

const records = [record('a', '1'), record('b', '2'), record('a', '3'), record('c', '4'), record('b', '5')];

const delivered = (fault: 'twice' | 'out of order' | undefined) =>
  faultyDeliveries(records, { fault, partitionKey: 'pk' }).map((batch) =>
    batch.map(({ eventID }) => eventID),
  );

describe('the deliveries of a batch of a stream', () => {
  it('are a single one without a fault', () => {
    expect(delivered(undefined)).toEqual([['1', '2', '3', '4', '5']]);
  });

  it('are two equal ones when its position was lost', () => {
    expect(delivered('twice')).toEqual([
      ['1', '2', '3', '4', '5'],
      ['1', '2', '3', '4', '5'],
    ]);
  });

  it('keep the order of each partition key when shards are out of order', () => {
    expect(delivered('out of order')).toEqual([
      ['2', '4', '5'],
      ['1', '3'],
    ]);
  });
});
