import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Metric } from '../../src/cloudwatch/metrics/metric.ts';
import { type DynamoDb, openDynamoDb } from '../../src/dynamodb/dynamodb.ts';
import { exceptionOf } from '../../src/dynamodb/store/answer.ts';
import { AWS_LIMITS } from '../../src/limits/aws-limits.ts';
import { TABLE, tableProperties } from './calls-table.ts';
import { openEmbedded } from './databases.ts';

const KB = 'x'.repeat(1000);
const item = (pk: string, attributes: object = {}) => ({
  TableName: TABLE,
  Item: { pk: { S: pk }, sk: { S: 'a' }, ...attributes },
});
const get = (pk: string) => ({ TableName: TABLE, Key: item(pk).Item, ConsistentRead: true });

/** A second of the database's clock is a second of the test's. */
async function open(limits: Parameters<typeof openEmbedded>[0]) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const database = await openEmbedded(limits);
  databases.push(database);
  return database.db;
}
const databases: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const database of databases.splice(0)) await database.close();
});

/** The exceptions of the same request, one after the other. */
async function exceptionsOf(db: DynamoDb, requests: readonly (readonly [string, object])[]) {
  const exceptions: (string | undefined)[] = [];
  for (const [operation, input] of requests) exceptions.push(exceptionOf(await db.execute(operation, input)));
  return exceptions;
}
const times = (count: number, request: readonly [string, object]) => Array(count).fill(request);

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/throttling-key-range-limit-exceeded-mitigation.html */
describe('a partition', () => {
  it('throttles writes above its limit, and no other partition does', async () => {
    const db = await open({ partitionWrites: 3 });

    const exceptions = await exceptionsOf(db, times(4, ['PutItem', item('USER#1')]));
    const last = await db.execute('PutItem', item('USER#1'));
    const other = await db.execute('PutItem', item('USER#2'));
    const read = await db.execute('GetItem', get('USER#1'));

    expect(exceptions).toEqual([undefined, undefined, undefined, 'ThrottlingException']);
    expect(last.body).toMatchObject({
      throttlingReasons: [
        {
          reason: 'TableWriteKeyRangeThroughputExceeded',
          resource: `arn:aws:dynamodb:us-east-1:000000000000:table/${TABLE}`,
        },
      ],
    });
    expect([other.status, read.status]).toEqual([200, 200]);
  });

  it('recovers at its rate, up to the tokens of one second', async () => {
    const db = await open({ partitionWrites: 2 });
    await exceptionsOf(db, times(2, ['PutItem', item('USER#1')]));

    vi.advanceTimersByTime(500);
    const halfASecondLater = await exceptionsOf(db, times(2, ['PutItem', item('USER#1')]));
    vi.advanceTimersByTime(300_000);
    const minutesLater = await exceptionsOf(db, times(3, ['PutItem', item('USER#1')]));

    expect(halfASecondLater).toEqual([undefined, 'ThrottlingException']);
    expect(minutesLater).toEqual([undefined, undefined, 'ThrottlingException']);
  });

  it('throttles reads, by key and by query', async () => {
    const db = await open({ partitionReads: 2 });
    await db.execute('PutItem', item('USER#1'));
    const query = {
      TableName: TABLE,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'USER#1' } },
      ConsistentRead: true,
    };

    const exceptions = await exceptionsOf(db, [
      ['GetItem', get('USER#1')],
      ['Query', query],
      ['Query', query],
      ['GetItem', get('USER#1')],
      ['GetItem', get('USER#2')],
    ]);

    const throttled = 'ThrottlingException';
    expect(exceptions).toEqual([undefined, undefined, throttled, throttled, undefined]);
  });

  it('counts a transaction twice, and cancels one above the limit with a reason for each action', async () => {
    const db = await open({ partitionWrites: 3 });
    const transaction = { TransactItems: ['USER#1', 'USER#2'].map((pk) => ({ Put: item(pk) })) };

    await db.execute('TransactWriteItems', transaction);
    await db.execute('PutItem', item('USER#1'));
    const cancelled = await db.execute('TransactWriteItems', transaction);
    const other = await db.execute('PutItem', item('USER#2'));

    expect(exceptionOf(cancelled)).toBe('TransactionCanceledException');
    expect(cancelled.body).toMatchObject({
      CancellationReasons: [
        { Code: 'ThrottlingError', Message: expect.stringContaining('hot key') },
        { Code: 'None' },
      ],
    });
    expect(other.status).toBe(200);
  });

  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };

  it('counts a write whose condition fails, by the larger of the existing and the new item', async () => {
    const db = await open({ partitionWrites: 10 });
    const large = item('USER#1', { text: { S: KB.repeat(4) } });
    await exceptionsOf(db, [['PutItem', large]]);
    vi.advanceTimersByTime(1_000);

    // Ten units: each of these takes four, and the last one that begins may take more than is left.
    const existing = await exceptionsOf(db, times(4, ['PutItem', { ...item('USER#1'), ...isNew }]));
    const missing = {
      TableName: TABLE,
      Key: item('USER#2').Item,
      ConditionExpression: 'attribute_exists(pk)',
    };
    const none = await exceptionsOf(db, times(11, ['DeleteItem', missing]));
    const wanted = {
      ...item('USER#3', { text: { S: KB.repeat(10) } }),
      ConditionExpression: 'attribute_exists(pk)',
    };
    const larger = await exceptionsOf(db, times(2, ['PutItem', wanted]));

    const [failed, throttled] = ['ConditionalCheckFailedException', 'ThrottlingException'];
    expect(existing).toEqual([failed, failed, failed, throttled]);
    expect(none).toEqual([...Array(10).fill(failed), throttled]);
    expect(larger).toEqual([failed, throttled]);
  });

  it('counts a transaction that a condition cancels twice, also for the actions that would have succeeded', async () => {
    const db = await open({ partitionWrites: 4 });
    await db.execute('PutItem', item('USER#1'));
    vi.advanceTimersByTime(1_000);
    const transaction = {
      TransactItems: [{ Put: { ...item('USER#1'), ...isNew } }, { Put: item('USER#2') }],
    };

    const exceptions = await exceptionsOf(db, times(2, ['TransactWriteItems', transaction]));
    const others = await exceptionsOf(
      db,
      ['USER#1', 'USER#2', 'USER#3'].map((pk) => ['PutItem', item(pk)]),
    );

    expect(exceptions).toEqual(['TransactionCanceledException', 'TransactionCanceledException']);
    expect(others).toEqual(['ThrottlingException', 'ThrottlingException', undefined]);
  });

  it('of an index fails the write of its table, whatever partition that has', async () => {
    const db = await open({ partitionWrites: 2 });
    const numbered = (pk: string) => item(pk, { number: { S: '+1' } });
    await exceptionsOf(db, [
      ['PutItem', numbered('USER#1')],
      ['PutItem', numbered('USER#2')],
    ]);

    const refused = await db.execute('PutItem', numbered('USER#3'));
    const stored = await db.execute('GetItem', get('USER#3'));
    const withoutNumber = await db.execute('PutItem', item('USER#3'));

    expect(exceptionOf(refused)).toBe('ThrottlingException');
    expect(refused.body).toMatchObject({
      throttlingReasons: [{ reason: 'IndexWriteKeyRangeThroughputExceeded' }],
    });
    expect(stored.body).not.toHaveProperty('Item');
    expect(withoutNumber.status).toBe(200);
  });

  it('admits one request that is larger than what is left, and then none until it has recovered', async () => {
    const db = await open({ partitionWrites: 2 });
    const large = item('USER#1', { text: { S: KB.repeat(4) } });
    await db.execute('PutItem', large);

    vi.advanceTimersByTime(900);
    const early = await db.execute('PutItem', item('USER#1'));
    vi.advanceTimersByTime(700);
    const late = await db.execute('PutItem', item('USER#1'));

    expect([early.status, late.status]).toEqual([400, 200]);
  });

  it('takes 1,000 write units and 3,000 read units a second', async () => {
    const db = await open({});
    const heavy = item('USER#1', { text: { S: KB.repeat(399) } });
    const writes = await exceptionsOf(db, times(4, ['PutItem', heavy]));
    const reads = await exceptionsOf(db, times(32, ['GetItem', get('USER#1')]));

    expect(writes.map(Boolean)).toEqual([false, false, false, true]);
    expect(reads.filter(Boolean)).toHaveLength(1);
  });
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html */
describe('a table', () => {
  const writeEverywhere = (count: number) =>
    Array.from({ length: count }, (_, index) => ['PutItem', item(`USER#${index}`)] as const);

  it('has the throughput of a new on-demand one', async () => {
    const db = await open({ tableWrites: 3, tableReads: 2 });

    const writes = await exceptionsOf(db, writeEverywhere(4));
    const scans = await exceptionsOf(db, times(4, ['Scan', { TableName: TABLE, ConsistentRead: true }]));

    expect(writes).toEqual([undefined, undefined, undefined, 'ThrottlingException']);
    expect(scans.map(Boolean)).toEqual([false, false, true, true]);
  });

  it('has the warm throughput of its template, for itself and for an index', async () => {
    const db = await open({ tableWrites: 1 });
    const [index] = tableProperties.GlobalSecondaryIndexes;
    const warm = (units: number) => ({ WarmThroughput: { WriteUnitsPerSecond: units } });
    await db.ensureTable(TABLE, {
      ...tableProperties,
      ...warm(4),
      GlobalSecondaryIndexes: [{ ...index, ...warm(2) }],
    });
    const numbered = (pk: string) => ['PutItem', item(pk, { number: { S: pk } })] as const;

    const ofIndex = await exceptionsOf(db, ['a', 'b', 'c'].map(numbered));
    const ofTable = await exceptionsOf(db, writeEverywhere(3));

    expect(ofIndex.map(Boolean)).toEqual([false, false, true]);
    expect(ofTable.map(Boolean)).toEqual([false, false, true]);
  });

  it('has the maximum that its template sets', async () => {
    const db = await open({});
    await db.ensureTable(TABLE, { ...tableProperties, OnDemandThroughput: { MaxWriteRequestUnits: 1 } });

    await db.execute('PutItem', item('a'));
    const { body } = await db.execute('PutItem', item('b'));

    expect(body).toMatchObject({
      throttlingReasons: [{ reason: 'TableWriteMaxOnDemandThroughputExceeded' }],
    });
  });

  it('has its provisioned throughput, with five minutes of it unused', async () => {
    const db = await open({});
    await db.ensureTable(TABLE, {
      ...tableProperties,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    });

    const writes = await exceptionsOf(db, writeEverywhere(301));
    const transaction = { TransactItems: [{ Put: item('a') }] };
    const cancelled = await db.execute('TransactWriteItems', transaction);

    expect(writes.filter(Boolean)).toEqual(['ProvisionedThroughputExceededException']);
    expect(cancelled.body).toMatchObject({
      CancellationReasons: [{ Code: 'ProvisionedThroughputExceeded' }],
    });
  });

  it('loses nothing to the deletion of expired items', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'cdk-local-expiry-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const expires = { N: String(Math.floor(Date.now() / 1000) - 60) };
    const before = await openDynamoDb({ directory, region: 'us-east-1' });
    await before.ensureTable(TABLE, tableProperties);
    for (const pk of ['a', 'b', 'c']) await before.execute('PutItem', item(pk, { expires }));
    await before.close();

    // It deletes expired items when it starts.
    const limits = { ...AWS_LIMITS.dynamodb, tableWrites: 1 };
    const after = await openDynamoDb({ directory, region: 'us-east-1', limits });
    databases.push(after);
    await expect
      .poll(async () => (await after.execute('Scan', { TableName: TABLE })).body)
      .toMatchObject({ Count: 0 });

    expect(await after.execute('PutItem', item('d'))).toMatchObject({ status: 200 });
  });
});

describe('the metrics of a table', () => {
  it('count consumed units when they are sampled, and each throttled request at once', async () => {
    const recorded: [string, string, number][] = [];
    const meters = {
      record: ({ name, dimensions }: Metric, ...values: readonly number[]) =>
        void recorded.push(
          ...values.map((value): [string, string, number] => [name, dimensionsOf(dimensions), value]),
        ),
      readLine: () => {},
    };
    const db = await openDynamoDb({
      region: 'us-east-1',
      limits: { ...AWS_LIMITS.dynamodb, partitionWrites: 2 },
      meters,
    });
    onTestFinished(() => db.close());
    await db.ensureTable(TABLE, tableProperties);
    vi.useFakeTimers({ toFake: ['Date'] });

    await exceptionsOf(db, times(3, ['PutItem', item('USER#1')]));
    await db.execute('GetItem', get('USER#1'));
    const atOnce = [...recorded];
    db.sample();
    db.sample();

    expect(atOnce).toEqual([['WriteThrottleEvents', TABLE, 1]]);
    expect(recorded.slice(1)).toEqual([
      ['ConsumedWriteCapacityUnits', TABLE, 2],
      ['ConsumedReadCapacityUnits', TABLE, 1],
    ]);
  });
});

const dimensionsOf = (dimensions: Metric['dimensions']) => Object.values(dimensions).join(' ');
