// The behaviour of DynamoDB that the store relies on, on every engine.
import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const KB = 1024;
const newKey = () => ({ pk: randomUUID(), sk: 'x' });
type Key = ReturnType<typeof newKey>;

/** An item of `bytes` with its key of 41 and the name of its attribute; `filler` may have several bytes. */
const itemOf = (key: Key, bytes: number, filler = 'x') => ({
  ...key,
  d: filler.repeat((bytes - 42) / Buffer.byteLength(filler)),
});
const put = (Item: Record<string, unknown>) =>
  table.client.send(new PutCommand({ TableName: table.name, Item }));
const write = (...TransactItems: object[]) =>
  table.client.send(new TransactWriteCommand({ TransactItems: TransactItems as never }));
const stored = async (Key: Key) =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
const failureOf = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: unknown) => error,
  );
const update = (Key: Key, UpdateExpression: string, ExpressionAttributeValues: Record<string, unknown>) => ({
  TableName: table.name,
  Key,
  UpdateExpression,
  ExpressionAttributeValues,
});

describe('an item', () => {
  it.each(['x', 'é', '語', '😀'])('has at most 400 KB of UTF-8, in characters such as %s', async (filler) => {
    const [fits, tooLarge] = [newKey(), newKey()];
    const room = 400 * KB - ((400 * KB - 42) % Buffer.byteLength(filler));

    await put(itemOf(fits, room, filler));
    const refused = put(itemOf(tooLarge, room + Buffer.byteLength(filler), filler));

    await expect(refused).rejects.toThrow('Item size has exceeded the maximum allowed size');
    expect(await stored(tooLarge)).toBeUndefined();
  });

  it('cannot exceed them by an update', async () => {
    const key = newKey();
    await put(itemOf(key, 400 * KB - 10, 'é'));
    const grow = update(key, 'SET e = :e', { ':e': 'é'.repeat(5) });

    const alone = await failureOf(table.client.send(new UpdateCommand(grow)));
    const inTransaction = await failureOf(
      write({ Put: { TableName: table.name, Item: newKey() } }, { Update: grow }),
    );

    expect(alone).toMatchObject({
      message: 'Item size to update has exceeded the maximum allowed size',
    });
    expect(inTransaction).toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
    expect(await stored(key)).not.toHaveProperty('e');
  });
});

describe('a transaction', () => {
  it.each([
    ['puts', (key: Key, bytes: number) => ({ Put: { TableName: table.name, Item: itemOf(key, bytes) } })],
    [
      'updates',
      (key: Key, bytes: number) => ({ Update: update(key, 'SET d = :d', { ':d': itemOf(key, bytes).d }) }),
    ],
  ])('has at most 4 MB of %s', async (_what, action) => {
    const keys = Array.from({ length: 11 }, newKey);

    const refused = write(...keys.map((key) => action(key, 373 * KB)));
    await expect(refused).rejects.toThrow('Transaction payload size cannot exceed 4MB');
    const before = await stored(keys[0]!);
    await write(...keys.map((key) => action(key, 372 * KB)));

    expect(before).toBeUndefined();
    expect(await stored(keys[10]!)).toBeDefined();
  });

  it('reports why it was cancelled, in the order of its actions', async () => {
    const [existing, absent] = [newKey(), newKey()];
    await put({ ...existing, state: 'ended' });
    const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
    const exists = { ConditionExpression: 'attribute_exists(pk)' };

    const error = await failureOf(
      write(
        { Put: { TableName: table.name, Item: newKey(), ...isNew } },
        {
          Put: {
            TableName: table.name,
            Item: existing,
            ...isNew,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        { Update: { ...update(newKey(), 'SET a = :a', { ':a': 1 }) } },
        { Delete: { TableName: table.name, Key: absent, ...exists } },
      ),
    );

    expect(error).toBeInstanceOf(TransactionCanceledException);
    const { CancellationReasons: reasons } = error as TransactionCanceledException;
    expect(reasons?.map(({ Code }) => Code)).toEqual([
      'None',
      'ConditionalCheckFailed',
      'None',
      'ConditionalCheckFailed',
    ]);
    expect(reasons?.map(({ Item }) => Item?.state)).toEqual([
      undefined,
      { S: 'ended' },
      undefined,
      undefined,
    ]);
  });

  it('accepts one action per item', async () => {
    const key = newKey();

    const twice = write(
      { Put: { TableName: table.name, Item: key } },
      { Delete: { TableName: table.name, Key: key } },
    );

    await expect(twice).rejects.toThrow('cannot include multiple operations on one item');
  });
});

describe('a query', () => {
  it.each(['x', '語'])('ends its page with the item that reaches a megabyte of %s', async (filler) => {
    const { pk } = newKey();
    for (let number = 10; number < 22; number++)
      await put({ ...itemOf({ pk, sk: `${number}` }, 100 * KB, filler) });
    const query = {
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    };

    const first = await table.client.send(new QueryCommand(query));
    const second = await table.client.send(
      new QueryCommand({ ...query, ExclusiveStartKey: first.LastEvaluatedKey }),
    );
    const fitting = await table.client.send(new QueryCommand({ ...query, Limit: 10 }));

    expect([first, second, fitting].map(({ Count }) => Count)).toEqual([11, 1, 10]);
    expect(first.LastEvaluatedKey).toEqual({ pk, sk: '20' });
    expect(second.LastEvaluatedKey).toBeUndefined();
  });

  it('does not limit reads by key, which return up to 16 MB', async () => {
    const keys = Array.from({ length: 8 }, newKey);
    for (const key of keys) await put(itemOf(key, 390 * KB));

    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys } } }),
    );

    expect(Responses?.[table.name]).toHaveLength(8);
    expect(UnprocessedKeys).toEqual({});
  });
});
