// The sizes to which DynamoDB limits the store, on every engine.
import { randomUUID } from 'node:crypto';
import {
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
const update = (Key: Key, UpdateExpression: string, ExpressionAttributeValues: Record<string, unknown>) => ({
  TableName: table.name,
  Key,
  UpdateExpression,
  ExpressionAttributeValues,
});

describe('an item', () => {
  it.each(['x', '語'])('has at most 400 KB of UTF-8, in characters such as %s', async (filler) => {
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

    const alone = table.client.send(new UpdateCommand(grow));
    await expect(alone).rejects.toThrow('Item size to update has exceeded the maximum allowed size');
    const inTransaction = write({ Put: { TableName: table.name, Item: newKey() } }, { Update: grow });
    await expect(inTransaction).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
    expect(await stored(key)).not.toHaveProperty('e');
  });
});

it('a transaction has at most 4 MB of puts and updates', async () => {
  const keys = Array.from({ length: 11 }, newKey);
  const writeAll = (bytes: number) =>
    write(
      ...keys.map((key, index) =>
        index % 2
          ? { Put: { TableName: table.name, Item: itemOf(key, bytes) } }
          : { Update: update(key, 'SET d = :d', { ':d': itemOf(key, bytes).d }) },
      ),
    );

  await expect(writeAll(373 * KB)).rejects.toThrow('Transaction payload size cannot exceed 4MB');
  const before = await stored(keys[0]!);
  await writeAll(372 * KB);

  expect(before).toBeUndefined();
  expect(await stored(keys[10]!)).toBeDefined();
});

it('a query ends its page with the item that reaches a megabyte of UTF-8', async () => {
  const { pk } = newKey();
  for (let number = 10; number < 22; number++) await put(itemOf({ pk, sk: `${number}` }, 100 * KB, '語'));

  const { Count, LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );

  expect([Count, LastEvaluatedKey]).toEqual([11, { pk, sk: '20' }]);
});
