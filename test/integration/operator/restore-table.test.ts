import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { restoreTable } from '../../../bin/restore/restore-table.ts';

const SOURCE = 'phone-call-agents-staging';
const ARN = 'arn:aws:dynamodb:us-east-1:123456789012:table/';
const EARLIEST = Date.parse('2026-05-01T00:00:00Z') / 1000;
const LATEST = Date.parse('2026-05-04T12:00:00Z') / 1000;

/** A table, as the part of DynamoDB that creates and changes tables describes it. */
interface FakeTable {
  status: string;
  /** The number of reads until it is active. */
  busyFor: number;
  stream: boolean;
  timeToLive: boolean;
  backups: boolean;
  isProtected: boolean;
  tags: { Key: string; Value: string }[];
  /** The throughput that it and its index take at once. */
  warm: Units;
  warmIndex: Units;
}

interface Units {
  readonly ReadUnitsPerSecond: number;
  readonly WriteUnitsPerSecond: number;
}

/** What DynamoDB gives every table. */
const COLD: Units = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000 };
/** Writes warmed by the configuration, and reads of the index by use. */
const WARM: Units = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8000 };
const WARM_INDEX: Units = { ReadUnitsPerSecond: 15_000, WriteUnitsPerSecond: 8000 };

let tables: Map<string, FakeTable>;
let requests: string[];

beforeEach(() => {
  requests = [];
  const tags = [
    { Key: 'team', Value: 'voice' },
    { Key: 'aws:cloudformation:stack-name', Value: 'Staging-Data' },
  ];
  const settings = {
    stream: true,
    timeToLive: true,
    backups: true,
    isProtected: true,
    tags,
    warm: WARM,
    warmIndex: WARM_INDEX,
  };
  tables = new Map([[SOURCE, { status: 'ACTIVE', busyFor: 0, ...settings }]]);
});

class Refusal extends Error {}

/** The fields of the requests. */
interface TableRequest {
  readonly TableName?: string;
  readonly ResourceArn?: string;
  readonly SourceTableName?: string;
  readonly TargetTableName?: string;
  readonly StreamSpecification?: { readonly StreamEnabled: boolean };
  readonly DeletionProtectionEnabled?: boolean;
  readonly TimeToLiveSpecification?: { readonly AttributeName: string };
  readonly Tags?: FakeTable['tags'];
  readonly WarmThroughput?: Units;
  readonly GlobalSecondaryIndexUpdates?: readonly {
    readonly Update: { readonly IndexName: string; readonly WarmThroughput: Units };
  }[];
}

/** DynamoDB's answer to a request about tables. */
function answer(operation: string, input: TableRequest): object {
  const name = input.TableName ?? input.ResourceArn?.slice(ARN.length) ?? input.SourceTableName ?? '';
  const table = tables.get(name);
  if (!table) throw new Refusal('ResourceNotFoundException');
  const isChange = operation.startsWith('Update') || operation === 'TagResource';
  if (isChange && table.status !== 'ACTIVE') throw new Refusal('ResourceInUseException');
  switch (operation) {
    case 'DescribeTable':
      return { Table: description(name, look(table)) };
    case 'DescribeContinuousBackups':
      return {
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: 'ENABLED',
          PointInTimeRecoveryDescription: table.backups
            ? {
                PointInTimeRecoveryStatus: 'ENABLED',
                EarliestRestorableDateTime: EARLIEST,
                LatestRestorableDateTime: LATEST,
              }
            : { PointInTimeRecoveryStatus: 'DISABLED' },
        },
      };
    case 'RestoreTableToPointInTime':
      // The documentation of the operation lists what a restored table lacks.
      tables.set(input.TargetTableName ?? '', {
        ...{ status: 'CREATING', busyFor: 3, stream: false, timeToLive: false, backups: false },
        ...{ isProtected: false, tags: [], warm: COLD, warmIndex: COLD },
      });
      return { TableDescription: {} };
    case 'UpdateTable':
      warm(table, input);
      Object.assign(table, { status: 'UPDATING', busyFor: 2 });
      if (input.StreamSpecification) table.stream = input.StreamSpecification.StreamEnabled;
      if (input.DeletionProtectionEnabled) table.isProtected = true;
      return { TableDescription: {} };
    case 'DescribeTimeToLive':
      return { TimeToLiveDescription: { TimeToLiveStatus: table.timeToLive ? 'ENABLED' : 'DISABLED' } };
    case 'UpdateTimeToLive':
      table.timeToLive = input.TimeToLiveSpecification?.AttributeName === 'expires_at';
      return { TimeToLiveSpecification: {} };
    case 'UpdateContinuousBackups':
      table.backups = true;
      return { ContinuousBackupsDescription: {} };
    case 'ListTagsOfResource':
      return { Tags: table.tags };
    case 'TagResource':
      if (input.Tags?.some(({ Key }) => Key.startsWith('aws:'))) throw new Refusal('ValidationException');
      table.tags = input.Tags ?? [];
      return {};
    default:
      throw new Refusal('UnknownOperationException');
  }
}

/** Warms a table and its index. DynamoDB only raises their throughput. */
function warm(table: FakeTable, { WarmThroughput, GlobalSecondaryIndexUpdates = [] }: TableRequest): void {
  const raise = (from: Units, to: Units) => {
    const isLess = to.ReadUnitsPerSecond < from.ReadUnitsPerSecond;
    if (isLess || to.WriteUnitsPerSecond < from.WriteUnitsPerSecond) throw new Refusal('ValidationException');
    return to;
  };
  if (WarmThroughput) table.warm = raise(table.warm, WarmThroughput);
  for (const { Update } of GlobalSecondaryIndexUpdates) {
    if (Update.IndexName !== 'calls') throw new Refusal('ResourceNotFoundException');
    table.warmIndex = raise(table.warmIndex, Update.WarmThroughput);
  }
}

function look(table: FakeTable): FakeTable {
  if (table.busyFor > 0) table.busyFor -= 1;
  else table.status = 'ACTIVE';
  return table;
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

/** A server with DynamoDB's API of tables. Every `failing` operation fails once. */
async function serve(failing?: string): Promise<string> {
  let mayFail = true;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    requests.push(operation);
    const reply = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(value));
    try {
      if (operation === failing && mayFail) {
        mayFail = false;
        throw new Refusal('LimitExceededException');
      }
      reply(200, answer(operation, JSON.parse(body)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply(400, { __type: `com.amazonaws.dynamodb.v20120810#${error.message}`, message: error.message });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function restore(endpoint: string, changes: { readonly source?: string; readonly to?: string } = {}) {
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const client = new DynamoDBClient({ endpoint, credentials, region: 'us-east-1', maxAttempts: 1 });
  const { source = SOURCE, to = '2026-05-03T10:00:00Z' } = changes;
  return restoreTable({ client, source, target: 'restored', to: new Date(to), report: () => {}, waitMs: 1 });
}

const COMPLETE = {
  status: 'ACTIVE',
  ...{ stream: true, timeToLive: true, backups: true, isProtected: true },
  tags: [{ Key: 'team', Value: 'voice' }],
  ...{ warm: WARM, warmIndex: WARM_INDEX },
};

describe('restoring the table', () => {
  it('creates a new one with the stream, time to live, backups, protection, tags and throughput that a restored one lacks', async () => {
    const restored = await restore(await serve());

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
    const endpoint = await serve(operation);
    await expect(restore(endpoint)).rejects.toThrow('LimitExceededException');

    await restore(endpoint);

    expect(tables.get('restored')).toMatchObject(COMPLETE);
    expect(requests.filter((name) => name === 'RestoreTableToPointInTime')).toHaveLength(1);
  });
});
