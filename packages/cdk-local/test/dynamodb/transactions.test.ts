import { describe, expect, it } from 'vitest';
import { changesOf, keyOf, openEmbedded, put, TABLE } from './calls-table.ts';

const get = (sk: string) => ({ TableName: TABLE, Key: keyOf(sk), ConsistentRead: true });
const onlyIfNew = { ConditionExpression: 'attribute_not_exists(pk)' };

/** A database with one item. */
async function openWithAgent() {
  const db = await openEmbedded();
  await db.execute('PutItem', put('agent', { name: { S: 'Ada' } }));
  return db;
}

describe('transactions', () => {
  it('stores all of a transaction whose conditions hold', async () => {
    const db = await openWithAgent();
    const rename = {
      TableName: TABLE,
      Key: keyOf('agent'),
      UpdateExpression: 'SET #n = :n',
      ExpressionAttributeNames: { '#n': 'name' },
      ExpressionAttributeValues: { ':n': { S: 'Bo' } },
    };

    const voiceExists = {
      TableName: TABLE,
      Key: keyOf('voice'),
      ConditionExpression: 'attribute_exists(pk)',
    };
    await db.execute('PutItem', put('voice'));

    const answer = await db.execute('TransactWriteItems', {
      TransactItems: [
        { Put: { ...put('call'), ...onlyIfNew } },
        { Update: rename },
        { ConditionCheck: voiceExists },
      ],
      ReturnConsumedCapacity: 'TOTAL',
    });

    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { ConsumedCapacity: [{ TableName: TABLE, CapacityUnits: 6 }] },
    });
    expect((await db.execute('GetItem', get('call'))).body).toEqual({ Item: keyOf('call') });
    expect((await db.execute('GetItem', get('agent'))).body).toMatchObject({ Item: { name: { S: 'Bo' } } });
    expect((await db.execute('GetItem', get('voice'))).body).toEqual({ Item: keyOf('voice') });
  });

  it('stores nothing of a transaction with a condition that fails, and says which', async () => {
    const db = await openWithAgent();
    const check = { TableName: TABLE, Key: keyOf('agent'), ...onlyIfNew };

    const answer = await db.execute('TransactWriteItems', {
      TransactItems: [
        { Put: put('call') },
        { ConditionCheck: { ...check, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
        { Delete: { TableName: TABLE, Key: keyOf('other'), ConditionExpression: 'attribute_exists(pk)' } },
      ],
    });

    const failed = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' };
    expect(answer).toMatchObject({
      status: 400,
      body: {
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
        Message:
          'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ConditionalCheckFailed]',
        CancellationReasons: [
          { Code: 'None' },
          { ...failed, Item: { ...keyOf('agent'), name: { S: 'Ada' } } },
          failed,
        ],
      },
    });
    expect((await db.execute('GetItem', get('call'))).body).toEqual({});
    expect(await changesOf(db)).toHaveLength(1);
  });

  it.each([
    ['two actions on one item', [{ Put: put('a') }, { Delete: { TableName: TABLE, Key: keyOf('a') } }]],
    ['no actions', []],
    ['more than 100 actions', Array.from({ length: 101 }, (_, index) => ({ Put: put(`${index}`) }))],
    ['an unfinished expression', [{ Put: { ...put('a'), ConditionExpression: 'a =' } }]],
  ])('refuses %s', async (_what, actions) => {
    const db = await openWithAgent();

    const answer = await db.execute('TransactWriteItems', { TransactItems: actions });

    expect(answer).toMatchObject({
      status: 400,
      body: { __type: 'com.amazon.coral.validate#ValidationException' },
    });
    expect(await changesOf(db)).toHaveLength(1);
  });
});

describe('conditional writes', () => {
  it('lets exactly one of many concurrent conditional writes win', async () => {
    const db = await openWithAgent();
    const attempts = Array.from({ length: 20 }, (_, index) => {
      const write = { ...put('claim', { by: { N: `${index}` } }), ...onlyIfNew };
      return index % 2 === 0
        ? db.execute('PutItem', write)
        : db.execute('TransactWriteItems', { TransactItems: [{ Put: write }, { Put: put(`log-${index}`) }] });
    });

    const answers = await Promise.all(attempts);

    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await db.execute('GetItem', get('claim'))).body).toMatchObject({
      Item: { by: { N: `${winners[0]}` } },
    });
  });

  it('returns the item that failed the condition of a single write', async () => {
    const db = await openWithAgent();

    const answer = await db.execute('PutItem', {
      ...put('agent'),
      ...onlyIfNew,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });

    expect(answer.body).toMatchObject({
      message: 'The conditional request failed',
      Item: { name: { S: 'Ada' } },
    });
  });
});
