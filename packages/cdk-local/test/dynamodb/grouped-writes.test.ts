import { MemoryLevel } from 'memory-level';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedEngine } from '../../src/dynamodb/engine/embedded-engine.ts';
import type { Database, DatabaseWrite } from '../../src/dynamodb/store/database.ts';
import { type GroupedDatabase, groupWrites } from '../../src/dynamodb/store/grouped-writes.ts';
import { openStreamLog } from '../../src/dynamodb/stream/stream-log.ts';
import { loadTableSettings } from '../../src/dynamodb/table/table-settings.ts';
import { put as putItem, TABLE, tableProperties } from './calls-table.ts';

const put = (key: string, value: unknown): DatabaseWrite => ({ type: 'put', key, value });

describe('grouped writes', () => {
  let stored: Database;
  let database: GroupedDatabase;
  /** The keys of each batch that the store was given. */
  let batches: string[][];
  let failure: Error | undefined;
  /** What the store waits for before it stores. */
  let gate: Promise<void> | undefined;

  beforeEach(async () => {
    const memory = new MemoryLevel<string, unknown>({ valueEncoding: 'json' });
    await memory.open();
    batches = [];
    failure = undefined;
    gate = undefined;
    stored = {
      getSync: (key) => memory.getSync(key),
      async batch(writes) {
        batches.push(writes.map(({ key }) => key));
        if (failure) throw failure;
        await gate;
        await memory.batch(writes);
      },
      keys: (range) => memory.keys(range),
      values: (range) => memory.values(range),
      clear: (range) => memory.clear(range),
      close: () => memory.close(),
    };
    database = groupWrites(stored);
  });

  it('stores batches together that arrive while another one is being stored', async () => {
    const first = database.batch([put('a', 1)]);
    await Promise.resolve();
    await Promise.all([first, database.batch([put('b', 2)]), database.batch([put('c', 3)])]);
    expect(batches).toEqual([['a'], ['b', 'c']]);
    expect(['a', 'b', 'c'].map((key) => stored.getSync(key))).toEqual([1, 2, 3]);
  });

  it('returns writes that are not stored yet in reads by key only', async () => {
    await database.batch([put('a', 1), put('b', 1)]);
    const writing = database.batch([put('a', 2), { type: 'del', key: 'b' }]);
    expect(['a', 'b'].map((key) => database.getSync(key))).toEqual([2, undefined]);
    expect(['a', 'b'].map((key) => database.stored.getSync(key))).toEqual([1, 1]);
    await writing;
    expect(['a', 'b'].map((key) => database.stored.getSync(key))).toEqual([2, undefined]);
  });

  it('fails every batch after one that could not be stored', async () => {
    failure = new Error('No space left on device');
    const attempts = [database.batch([put('a', 1)]), database.batch([put('b', 1)])];
    expect(await Promise.allSettled(attempts)).toMatchObject([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ]);
    failure = undefined;
    await expect(database.batch([put('c', 1)])).rejects.toThrow('No space left');
    await expect(database.allStored()).rejects.toThrow('No space left');
    expect(batches).toEqual([['a', 'b']]);
  });

  it('sends no refusal that depends on a write that is not stored yet', async () => {
    const region = 'us-east-1';
    const tables = await loadTableSettings(database);
    const log = await openStreamLog(database, { region, tables });
    const engine = createEmbeddedEngine({ database, region }, log);
    await engine.execute('CreateTable', {
      ...tableProperties,
      TableName: TABLE,
      StreamSpecification: undefined,
    });
    const open = Promise.withResolvers<void>();
    gate = open.promise;
    const order: string[] = [];
    const write = { ...putItem('claim'), ConditionExpression: 'attribute_not_exists(pk)' };
    const answers = ['first', 'second'].map(async (name) => {
      const { status } = await engine.execute('PutItem', write);
      order.push(name);
      return status;
    });
    await expect.poll(() => batches.at(-1)).toContainEqual(expect.stringContaining('item-'));
    // The second writer has been refused when a third has come after it.
    const third = engine.execute('PutItem', putItem('other'));
    await engine.idle();
    order.push('stored');
    open.resolve();
    expect(await Promise.all(answers)).toEqual([200, 400]);
    await third;
    expect(order[0]).toBe('stored');
  });
});
