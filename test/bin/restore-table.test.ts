import { type DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { restoreTable } from '../../bin/restore/restore-table.ts';

const SOURCE = 'phone-call-agents-staging';
const ARN = 'arn:aws:dynamodb:us-east-1:123456789012:table/';

/** What DynamoDB gives every table. */
const COLD = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000 };
/** Writes warmed by the configuration, and reads of the index by use. */
const WARM = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8000 };
const WARM_INDEX = { ReadUnitsPerSecond: 15_000, WriteUnitsPerSecond: 8000 };

const COMPLETE = {
  status: 'ACTIVE',
  /** The number of reads until it is active. */
  busyFor: 0,
  ...{ stream: true, timeToLive: true, backups: true, isProtected: true },
  tags: [{ Key: 'team', Value: 'voice' }],
  /** The throughput that it and its index take at once. */
  ...{ warm: WARM, warmIndex: WARM_INDEX },
};
/** A table, as the part of DynamoDB that creates and changes tables describes it. */
type FakeTable = typeof COMPLETE;

/** The documentation of the operation lists what a restored table lacks. */
const RESTORED: FakeTable = {
  ...{ status: 'CREATING', busyFor: 3, stream: false, timeToLive: false, backups: false },
  ...{ isProtected: false, tags: [], warm: COLD, warmIndex: COLD },
};

let tables: Map<string, FakeTable>;
let requests: string[];

beforeEach(() => {
  requests = [];
  const tags = [...COMPLETE.tags, { Key: 'aws:cloudformation:stack-name', Value: 'Staging-Data' }];
  tables = new Map([[SOURCE, { ...COMPLETE, tags }]]);
});

/** DynamoDB's answer to a request about tables. */
// biome-ignore lint/suspicious/noExplicitAny: the fields of each request.
function answer(operation: string, input: any): object {
  const name = input.TableName ?? input.ResourceArn?.slice(ARN.length) ?? input.SourceTableName;
  const table = tables.get(name);
  if (!table) throw new ResourceNotFoundException({ message: name, $metadata: {} });
  const isChange = operation.startsWith('Update') || operation === 'TagResource';
  if (isChange && table.status !== 'ACTIVE') throw new Error('ResourceInUseException');
  switch (operation) {
    case 'DescribeTable':
      if (table.busyFor > 0) table.busyFor -= 1;
      else table.status = 'ACTIVE';
      return { Table: description(name, table) };
    case 'DescribeContinuousBackups': {
      const period = {
        PointInTimeRecoveryStatus: 'ENABLED',
        EarliestRestorableDateTime: new Date('2026-05-01T00:00:00Z'),
        LatestRestorableDateTime: new Date('2026-05-04T12:00:00Z'),
      };
      const PointInTimeRecoveryDescription = table.backups
        ? period
        : { PointInTimeRecoveryStatus: 'DISABLED' };
      return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription } };
    }
    case 'RestoreTableToPointInTime':
      tables.set(input.TargetTableName, { ...RESTORED });
      return {};
    case 'UpdateTable':
      warm(table, input);
      Object.assign(table, { status: 'UPDATING', busyFor: 2 });
      if (input.StreamSpecification) table.stream = input.StreamSpecification.StreamEnabled;
      if (input.DeletionProtectionEnabled) table.isProtected = true;
      return {};
    case 'DescribeTimeToLive':
      return { TimeToLiveDescription: { TimeToLiveStatus: table.timeToLive ? 'ENABLED' : 'DISABLED' } };
    case 'UpdateTimeToLive':
      table.timeToLive = input.TimeToLiveSpecification?.AttributeName === 'expires_at';
      return {};
    case 'UpdateContinuousBackups':
      table.backups = true;
      return {};
    case 'ListTagsOfResource':
      return { Tags: table.tags };
    case 'TagResource':
      if (input.Tags.some(({ Key }: { Key: string }) => Key.startsWith('aws:')))
        throw new Error('ValidationException');
      table.tags = input.Tags;
      return {};
    default:
      throw new Error(`unknown: ${operation}`);
  }
}

/** Warms a table and its index. DynamoDB only raises their throughput. */
// biome-ignore lint/suspicious/noExplicitAny: the fields of each request.
function warm(table: FakeTable, { WarmThroughput, GlobalSecondaryIndexUpdates = [] }: any): void {
  const raise = (from: typeof COLD, to: typeof COLD) => {
    const isLess = to.ReadUnitsPerSecond < from.ReadUnitsPerSecond;
    if (isLess || to.WriteUnitsPerSecond < from.WriteUnitsPerSecond) throw new Error('ValidationException');
    return to;
  };
  if (WarmThroughput) table.warm = raise(table.warm, WarmThroughput);
  for (const { Update } of GlobalSecondaryIndexUpdates) {
    if (Update.IndexName !== 'calls') throw new Error('ResourceNotFoundException');
    table.warmIndex = raise(table.warmIndex, Update.WarmThroughput);
  }
}

const description = (name: string, table: FakeTable) => ({
  TableName: name,
  TableArn: `${ARN}${name}`,
  TableStatus: table.status,
  WarmThroughput: { ...table.warm, Status: table.status },
  GlobalSecondaryIndexes: [
    {
      IndexName: 'calls',
      IndexStatus: table.status,
      WarmThroughput: { ...table.warmIndex, Status: table.status },
    },
  ],
  DeletionProtectionEnabled: table.isProtected,
  ...(table.stream && {
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    LatestStreamArn: `${ARN}${name}/stream/2026-05-04T12:34:56.789`,
  }),
});

/** Restores the table; the `failing` operation fails once. */
async function restore(failing?: string) {
  let mayFail = true;
  const send = async (command: { readonly input: object }) => {
    const operation = command.constructor.name.replace(/Command$/, '');
    requests.push(operation);
    if (operation === failing && mayFail) {
      mayFail = false;
      throw new Error('LimitExceededException');
    }
    return answer(operation, command.input);
  };
  const client = { send } as unknown as DynamoDBClient;
  const to = new Date('2026-05-03T10:00:00Z');
  return restoreTable({ client, source: SOURCE, target: 'restored', to, report: () => {}, waitMs: 1 });
}

describe('restoring the table', () => {
  it('creates a new one with the stream, time to live, backups, protection, tags and throughput that a restored one lacks', async () => {
    const restored = await restore();

    expect(restored).toEqual({
      name: 'restored',
      streamArn: `${ARN}restored/stream/2026-05-04T12:34:56.789`,
    });
    expect(tables.get('restored')).toMatchObject(COMPLETE);
  });

  it.each([
    'UpdateTable',
    'UpdateTimeToLive',
    'UpdateContinuousBackups',
    'TagResource',
  ])('continues after %s failed, and restores only once', async (operation) => {
    await expect(restore(operation)).rejects.toThrow('LimitExceededException');

    await restore();

    expect(tables.get('restored')).toMatchObject(COMPLETE);
    expect(requests.filter((name) => name === 'RestoreTableToPointInTime')).toHaveLength(1);
  });
});
