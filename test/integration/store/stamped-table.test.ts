import { randomUUID } from 'node:crypto';
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeOf } from '../../../lambdas/domain/audit/audit-entry.ts';
import { newId } from '../../../lambdas/runtime/ids.ts';
import { stampOfDeletion } from '../../../lambdas/store/audit/deletion-notes.ts';
import { stampedTable } from '../../../lambdas/store/audit/stamped-table.ts';
import { fieldUpdate } from '../../../lambdas/store/table/field-update.ts';
import { doNotCallKey, type Key, recordKey } from '../../../lambdas/store/table/keys.ts';
import { isTransacted } from '../../../lambdas/store/table/retry.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { openTable } from '../../support/table/table.ts';

const ACTOR = {
  by: 'token',
  operation: 'updatePrompt',
  token_id: randomUUID(),
  ip_address: '203.0.113.7',
  request_id: randomUUID(),
} as const;

let plain: Table;
let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table: plain, close } = await openTable());
  table = stampedTable(plain, ACTOR);
});

afterAll(() => close());

const newKey = () => recordKey(randomUUID(), 'prompt', randomUUID());
const put = (to: Table, item: object) =>
  to.client.send(new PutCommand({ TableName: to.name, Item: { ...item } }));
const read = async (Key: Key) =>
  (await plain.client.send(new GetCommand({ TableName: plain.name, Key }))).Item;
const update = (Key: Key, UpdateExpression: string, values?: Record<string, unknown>) =>
  table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key,
      UpdateExpression,
      ...(values && { ExpressionAttributeValues: values }),
    }),
  );
const remove = (Key: Key) => isTransacted(table, [{ Delete: { TableName: table.name, Key } }]);

describe('a write of a record', () => {
  it('stores its stamp, with an id of its own, whatever the record says', async () => {
    const key = newKey();

    await put(table, { ...key, content: 'a', changed_by: { by: 'operator', id: 'forged' } });
    const first = await read(key);
    await put(table, { ...key, content: 'b' });
    const second = await read(key);

    expect(first).toEqual({ ...key, content: 'a', changed_by: { id: expect.any(String), ...ACTOR } });
    expect(second).toEqual({ ...key, content: 'b', changed_by: { id: expect.any(String), ...ACTOR } });
    expect(second?.changed_by.id > first?.changed_by.id).toBe(true);
    expect(Math.abs(timeOf(first?.changed_by).getTime() - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    ['sets', 'SET content = :b', { ':b': 'b' }, { content: 'b', uses: 1 }],
    ['sets and removes', 'REMOVE uses SET content = :b', { ':b': 'b' }, { content: 'b' }],
    ['removes', 'REMOVE uses', undefined, { content: 'a' }],
    ['adds', 'ADD uses :one', { ':one': 1 }, { content: 'a', uses: 2 }],
  ])('stores its stamp with an update that %s fields', async (_, expression, values, expected) => {
    const key = newKey();
    await put(plain, { ...key, content: 'a', uses: 1 });

    await update(key, expression, values);

    expect(await read(key)).toEqual({ ...key, ...expected, changed_by: expect.objectContaining(ACTOR) });
  });

  it('stores a stamp of its own for each record of a transaction, and nothing if a condition fails', async () => {
    const [created, changed, absent] = [newKey(), newKey(), newKey()];
    await put(plain, { ...changed, content: 'a' });
    const writes = [
      { Put: { TableName: table.name, Item: { ...created, content: 'a' } } },
      {
        Update: {
          TableName: table.name,
          Key: changed,
          ...fieldUpdate({ set: { content: 'b' }, condition: 'attribute_exists(pk)' }),
        },
      },
    ];
    const refused = { TableName: table.name, Key: absent, ConditionExpression: 'attribute_exists(pk)' };

    const isRefused = !(await isTransacted(table, [...writes, { Delete: refused }]));
    const before = [await read(created), await read(changed)];
    const isDone = await isTransacted(table, writes);
    const after = [await read(created), await read(changed)];

    expect([isRefused, isDone]).toEqual([true, true]);
    expect(before).toEqual([undefined, { ...changed, content: 'a' }]);
    const ids = after.map((item) => item?.changed_by.id);
    expect(new Set(ids).size).toBe(2);
    expect(after.map((item) => item?.changed_by)).toEqual(ids.map((id) => ({ id, ...ACTOR })));
  });

  it('keeps the earlier stamp when the service itself writes next', async () => {
    const key = newKey();
    await put(table, { ...key, content: 'a' });
    const stamp = (await read(key))?.changed_by;

    await plain.client.send(
      new UpdateCommand({
        TableName: plain.name,
        Key: key,
        ...fieldUpdate({ set: { content: 'b' }, condition: 'attribute_exists(pk)' }),
      }),
    );

    expect(await read(key)).toEqual({ ...key, content: 'b', changed_by: stamp });
  });

  it.each([
    ['list', { pk: `USER#${randomUUID()}`, sk: 'LIST#PROMPT#HEAD' }],
    ['budget', { pk: `BUDGET#${randomUUID()}`, sk: 'PROMPT#1' }],
    ['access token by its hash', { pk: `TOKEN#${randomUUID()}`, sk: 'TOKEN' }],
    ['delivery', recordKey(randomUUID(), 'delivery', randomUUID())],
  ])('is not stamped if it is a %s', async (_, key) => {
    await put(table, { ...key, content: 'a' });
    await update(key, 'SET content = :b', { ':b': 'b' });
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));
    await put(table, { ...key, content: 'c' });

    expect(await read(key)).toEqual({ ...key, content: 'c' });
  });
});

describe('a deletion of a record', () => {
  /** All items of a partition. */
  const itemsAt = async ({ pk }: Key) => {
    const { Items = [] } = await plain.client.send(
      new QueryCommand({
        TableName: plain.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      }),
    );
    return Items;
  };

  it('stores a note with its stamp, which expires, in the same transaction', async () => {
    const key = newKey();
    await put(table, { ...key, content: 'a' });

    await remove(key);

    const [note, ...others] = await itemsAt(key);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ sk: expect.stringContaining(key.sk), changed_by: ACTOR });
    expect(note?.expires_at).toBeGreaterThan(Date.now() / 1000 + 2 * 86_400);
    expect(await stampOfDeletion(plain, { key, at: new Date(), lastStamp: undefined })).toMatchObject(ACTOR);
  });

  it('must be in a transaction, so that every deletion has a note', async () => {
    const key = newKey();
    await put(table, { ...key, content: 'a' });

    await expect(table.client.send(new DeleteCommand({ TableName: table.name, Key: key }))).rejects.toThrow(
      'must be in a transaction',
    );
    await expect(
      table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: [{ DeleteRequest: { Key: key } }] } }),
      ),
    ).rejects.toThrow('use a transaction');
    expect(await read(key)).toBeDefined();
  });

  it('has no note if the service made it', async () => {
    const key = newKey();
    await put(table, { ...key, content: 'a' });

    await isTransacted(plain, [{ Delete: { TableName: plain.name, Key: key } }]);

    const lastStamp = (await itemsAt(key))[0]?.changed_by;
    expect(await stampOfDeletion(plain, { key, at: new Date(), lastStamp })).toBeUndefined();
  });

  it('is distinguished from other deletions of the same key within moments', async () => {
    const key = doNotCallKey(randomUUID(), '+15550001111');
    const tables = [1, 2].map((number) => stampedTable(plain, { ...ACTOR, request_id: `r${number}` }));
    const stamps = [];
    for (const own of tables) {
      await put(own, key);
      stamps.push((await read(key))?.changed_by);
      await isTransacted(own, [{ Delete: { TableName: own.name, Key: key } }]);
    }

    const found = await Promise.all(
      stamps.map((lastStamp) => stampOfDeletion(plain, { key, at: new Date(), lastStamp })),
    );

    expect(found.map((stamp) => stamp?.request_id)).toEqual(['r1', 'r2']);
    expect(found[0]?.id).not.toBe(found[1]?.id);
  });

  it('is found although the clocks of two functions differ', async () => {
    const key = newKey();

    await remove(key);

    const lastStamp = { id: newId(), ...ACTOR };
    expect(await stampOfDeletion(plain, { key, at: new Date(), lastStamp })).toMatchObject(ACTOR);
  });
});
