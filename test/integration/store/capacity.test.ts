// The consumed capacity of requests on every engine; measurements rely on it. Transactions are compared with Amazon's
// documentation in packages/cdk-local/test/dynamodb/transactions.test.ts: DynamoDB Local counts a Put there four times
// and an Update not at all.
import { randomUUID } from 'node:crypto';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN_CALLS_INDEX } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { openTable } from '../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const newKey = () => ({ pk: randomUUID(), sk: 'x' });
type Key = ReturnType<typeof newKey>;

/** An item of `bytes`: 42 of them are its key and the name of its attribute. */
const itemOf = (key: Key, bytes: number) => ({ ...key, d: 'x'.repeat(bytes - 42) });

interface Capacity {
  readonly CapacityUnits: number;
}

/** The consumed units in a request's answer. */
async function unitsOf(command: { input: object }): Promise<number> {
  Object.assign(command.input, { TableName: table.name, ReturnConsumedCapacity: 'TOTAL' });
  const answer = (await table.client.send(command as never)) as { ConsumedCapacity: Capacity | Capacity[] };
  return [answer.ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
}

const put = (Item: Record<string, unknown>) => unitsOf(new PutCommand({ TableName: '', Item }));
const update = (Key: Key, UpdateExpression: string, ExpressionAttributeValues?: Record<string, unknown>) =>
  unitsOf(new UpdateCommand({ TableName: '', Key, UpdateExpression, ExpressionAttributeValues }));
const remove = (Key: Key) => unitsOf(new DeleteCommand({ TableName: '', Key }));

describe('a write', () => {
  it('costs a unit for each started KB of the larger of the old and the new item', async () => {
    const key = newKey();

    expect(await put(itemOf(key, 1024))).toBe(1);
    expect(await put(itemOf(key, 1025))).toBe(2);
    expect(await update(key, 'SET e = :e', { ':e': 'x'.repeat(2048) })).toBe(4);
    expect(await update(key, 'REMOVE e, d')).toBe(4);
    expect(await remove(key)).toBe(1);
    expect(await remove(key)).toBe(1);
  });

  it('counts bytes, not characters', async () => {
    expect(await put({ ...newKey(), d: '語'.repeat(600) })).toBe(2);
    expect(await put({ ...newKey(), ['語'.repeat(600)]: 'x' })).toBe(2);
  });

  it('includes the index if its entry is added, moved or removed', async () => {
    const key = newKey();

    const came = await put({ ...key, open: 'OPEN', settle_at: '1' });
    const stayed = await update(key, 'SET d = :d', { ':d': 'x' });
    const moved = await update(key, 'SET settle_at = :at', { ':at': '2' });
    const went = await update(key, 'REMOVE settle_at');

    expect([came, stayed, moved, went]).toEqual([2, 1, 3, 2]);
  });
});

describe('a read', () => {
  const get = (Key: Key, ConsistentRead: boolean) =>
    unitsOf(new GetCommand({ TableName: '', Key, ConsistentRead }));

  it('costs a unit for each started 4 KB, half as much if it is eventually consistent', async () => {
    const [small, large] = [newKey(), newKey()];
    await put(itemOf(small, 4096));
    await put(itemOf(large, 4097));

    expect([await get(small, true), await get(small, false)]).toEqual([1, 0.5]);
    expect([await get(large, true), await get(large, false)]).toEqual([2, 1]);
    expect([await get(newKey(), true), await get(newKey(), false)]).toEqual([1, 0.5]);
  });

  it('costs units per item in a batch, and for the sum in a query', async () => {
    const { pk } = newKey();
    for (const sk of ['a', 'b', 'c']) await put(itemOf({ pk, sk }, 1300));
    const Keys = ['a', 'b', 'c'].map((sk) => ({ pk, sk }));
    const query = {
      TableName: '',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    };

    const batch = await unitsOf(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys, ConsistentRead: true } } }),
    );
    const all = await unitsOf(new QueryCommand(query));
    const some = await unitsOf(new QueryCommand({ ...query, Limit: 2, ProjectionExpression: 'sk' }));

    expect([batch, all, some]).toEqual([3, 1, 1]);
  });

  it('of the index costs units for its entries', async () => {
    const open = randomUUID();
    for (const settle_at of ['1', '2']) await put({ ...itemOf(newKey(), 9000), open, settle_at });

    const units = await unitsOf(
      new QueryCommand({
        TableName: '',
        IndexName: OPEN_CALLS_INDEX,
        KeyConditionExpression: '#open = :open',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':open': open },
      }),
    );

    expect(units).toBe(0.5);
  });
});
