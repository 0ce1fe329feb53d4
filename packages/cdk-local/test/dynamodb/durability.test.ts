import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DynamoDb, openDynamoDb } from '../../src/dynamodb/dynamodb.ts';
import { startRuntime } from '../../src/runtime.ts';
import { changesOf, keyOf, put, TABLE, tableProperties } from './calls-table.ts';

const EPOCH_NOW = () => Math.floor(Date.now() / 1000);

describe('a data folder', () => {
  let directory: string;
  const opened: DynamoDb[] = [];
  const open = async () => {
    const db = await openDynamoDb({ directory, region: 'us-east-1' });
    opened.push(db);
    return db;
  };
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dynamodb-'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()));
    await rm(directory, { recursive: true });
  });

  it('keeps items, records and checkpoints over a restart', async () => {
    const before = await open();
    await before.ensureTable(TABLE, tableProperties);
    for (const sk of ['a', 'b', 'c']) await before.execute('PutItem', put(sk));
    const [first] = await before.stream(TABLE, 'test').read(1);
    await before.stream(TABLE, 'test').checkpoint(first!.dynamodb.SequenceNumber);
    await before.close();

    const after = await open();
    await after.ensureTable(TABLE, tableProperties);
    await after.execute('PutItem', put('d'));

    expect((await after.execute('Scan', { TableName: TABLE })).body).toMatchObject({ Count: 4 });
    expect((await changesOf(after)).map(({ sk }) => sk)).toEqual(['b', 'c', 'd']);
  });

  it('shows a new consumer every remaining record, and trims what all consumers have passed', async () => {
    const db = await open();
    await db.ensureTable(TABLE, tableProperties);
    for (const sk of ['a', 'b', 'c']) await db.execute('PutItem', put(sk));
    const slow = db.stream(TABLE, 'slow');
    const fast = db.stream(TABLE, 'fast');
    const [a, b, c] = (await slow.read(10)).map(({ dynamodb }) => dynamodb.SequenceNumber);

    await fast.checkpoint(c!);
    await slow.checkpoint(b!);
    await fast.checkpoint(a!);

    expect((await changesOf(db, 'slow')).map(({ sk }) => sk)).toEqual(['c']);
    expect(await changesOf(db, 'fast')).toEqual([]);
    expect((await changesOf(db, 'new')).map(({ sk }) => sk)).toEqual(['c']);
  });

  it('reads records again that a consumer only skipped before the end', async () => {
    const before = await open();
    await before.ensureTable(TABLE, tableProperties);
    for (const sk of ['a', 'b']) await before.execute('PutItem', put(sk));
    const cursor = before.stream(TABLE, 'test');
    const [a] = await cursor.read(1);

    cursor.skip(a!.dynamodb.SequenceNumber);
    const rest = await changesOf(before);
    await before.close();

    expect(rest.map(({ sk }) => sk)).toEqual(['b']);
    expect((await changesOf(await open())).map(({ sk }) => sk)).toEqual(['a', 'b']);
  });

  it('reads the same records from memory as from the folder, however many there are', async () => {
    const db = await open();
    await db.ensureTable(TABLE, tableProperties);
    const numbers = Array.from({ length: 250 }, (_, index) => `${index + 100}`);
    for (const sk of numbers) await db.execute('PutItem', put(sk));
    const cursor = db.stream(TABLE, 'test');

    const read: string[] = [];
    for (let records = await cursor.read(40); records.length > 0; records = await cursor.read(40)) {
      read.push(...records.map(({ dynamodb }) => (dynamodb.Keys.sk as { S: string }).S));
      await cursor.checkpoint(records.at(-1)!.dynamodb.SequenceNumber);
    }

    expect(read).toEqual(numbers);
  });

  it('deletes expired items when it is opened', async () => {
    const before = await open();
    await before.ensureTable(TABLE, tableProperties);
    await before.execute('PutItem', put('expired', { expires: { N: `${EPOCH_NOW() - 60}` } }));
    await before.execute('PutItem', put('current', { expires: { N: `${EPOCH_NOW() + 3600}` } }));
    await before.execute('PutItem', put('mistaken', { expires: { N: '1000' } }));
    await before.execute('PutItem', put('text', { expires: { S: '1000' } }));
    const written = await before.stream(TABLE, 'test').read(10);
    await before.stream(TABLE, 'test').checkpoint(written.at(-1)!.dynamodb.SequenceNumber);
    await before.close();

    const after = await open();
    const cursor = after.stream(TABLE, 'test');
    await cursor.waitForRecords(AbortSignal.timeout(30_000));

    expect(await cursor.read(10)).toMatchObject([
      {
        eventName: 'REMOVE',
        userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
        dynamodb: { Keys: keyOf('expired') },
      },
    ]);
    expect((await after.execute('Scan', { TableName: TABLE })).body).toMatchObject({ Count: 3 });
  });

  it('names an incompatible change of an existing table', async () => {
    const db = await open();
    await db.ensureTable(TABLE, tableProperties);
    const [index] = tableProperties.GlobalSecondaryIndexes;

    const otherKey = { ...tableProperties, KeySchema: tableProperties.KeySchema.slice(0, 1) };
    const otherProjection = { ...index, Projection: { ProjectionType: 'KEYS_ONLY' } };
    const otherIndex = { ...tableProperties, GlobalSecondaryIndexes: [otherProjection] };

    await expect(db.ensureTable(TABLE, otherKey)).rejects.toThrow('Table Calls exists, but its key differs');
    await expect(db.ensureTable(TABLE, otherIndex)).rejects.toThrow('its index by-number differs');
  });

  it('is wanted before the stacks are synthesized, which may write there', async () => {
    const db = await openDynamoDb({ directory: join(directory, 'dynamodb'), region: 'us-east-1' });
    opened.push(db);
    const assembly = vi.fn(() => '');

    const second = startRuntime({
      ...{ assembly, data: directory, port: 0, region: 'us-east-1', secrets: {}, environment: {} },
    });

    await expect(second).rejects.toThrow('another process uses it');
    expect(assembly).not.toHaveBeenCalled();
  });

  it('is refused in one line when it is in use or not a folder', async () => {
    await open();
    const file = join(directory, 'a-file');
    await writeFile(file, '');

    const results = await Promise.allSettled([
      openDynamoDb({ directory, region: 'us-east-1' }),
      openDynamoDb({ directory: join(file, 'data'), region: 'us-east-1' }),
    ]);

    const [inUse, noFolder] = results.map(
      (result) => result.status === 'rejected' && String(result.reason.message),
    );
    expect(inUse).toBe(
      `The data folder ${directory} cannot be used: another process uses it. Stop that one, or give another folder with --data.`,
    );
    expect(noFolder).toMatch(/^The data folder .*a-file.data cannot be used: .+$/);
  });
});
