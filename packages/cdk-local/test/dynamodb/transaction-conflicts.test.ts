import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DynamoDb } from '../../src/dynamodb/dynamodb.ts';
import { exceptionOf } from '../../src/dynamodb/store/answer.ts';
import { keyOf, openEmbedded, put, TABLE } from './calls-table.ts';

const CONFLICT = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };
const NONE = { Code: 'None' };

const remove = (sk: string) => ({ TableName: TABLE, Key: keyOf(sk) });
const update = (sk: string) => ({
  ...remove(sk),
  UpdateExpression: 'SET n = :n',
  ExpressionAttributeValues: { ':n': { N: '1' } },
});
const check = (sk: string) => ({ ...remove(sk), ConditionExpression: 'attribute_not_exists(pk)' });
const puts = (...names: string[]) => ({ TransactItems: names.map((name) => ({ Put: put(name) })) });

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling */
describe('conflicts with a transaction', () => {
  let db: DynamoDb;
  let inProgress: Promise<{ readonly status: number }>;
  beforeEach(async () => {
    db = await openEmbedded();
  });
  afterEach(() => inProgress);

  /** Begins the transaction. What a test sends at once arrives while it is in progress. */
  function begin(): void {
    const items = [...puts('a', 'b').TransactItems, { ConditionCheck: check('c') }];
    inProgress = db.execute('TransactWriteItems', { TransactItems: items });
  }

  it.each([
    ['PutItem', put('a')],
    ['UpdateItem', update('b')],
    ['DeleteItem', remove('b')],
    ['PutItem', put('c')],
  ])('refuse %s of one of its items', async (operation, input) => {
    begin();
    const answer = await db.execute(operation, input);

    expect(answer.status).toBe(400);
    expect(exceptionOf(answer)).toBe('TransactionConflictException');
  });

  it('cancel another one, with the reason for each action', async () => {
    begin();
    const answer = await db.execute('TransactWriteItems', puts('x', 'a', 'c'));

    expect(exceptionOf(answer)).toBe('TransactionCanceledException');
    expect(answer.body).toMatchObject({ CancellationReasons: [NONE, CONFLICT, CONFLICT] });
  });

  it('leave a batch with one of its items unprocessed', async () => {
    const RequestItems = { [TABLE]: ['a', 'x'].map((sk) => ({ PutRequest: { Item: put(sk).Item } })) };

    begin();
    const during = await db.execute('BatchWriteItem', { RequestItems });
    await inProgress;
    const after = await db.execute('BatchWriteItem', { RequestItems });

    expect(during).toEqual({ status: 200, body: { UnprocessedItems: RequestItems } });
    expect(after).toEqual({ status: 200, body: { UnprocessedItems: {} } });
  });

  it('do not concern other items, and reads', async () => {
    begin();
    const answers = await Promise.all([
      db.execute('PutItem', put('x')),
      db.execute('TransactWriteItems', puts('y', 'z')),
      db.execute('GetItem', remove('a')),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('end with its answer', async () => {
    begin();
    await inProgress;

    const answers = [
      await db.execute('PutItem', put('a')),
      await db.execute('TransactWriteItems', puts('a', 'b', 'c')),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a transaction', () => {
  it('waits for a single write that arrived before it', async () => {
    const db = await openEmbedded();

    const answers = await Promise.all([
      db.execute('PutItem', put('a')),
      db.execute('TransactWriteItems', puts('a')),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});
