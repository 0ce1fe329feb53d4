import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf, openEmbedded, put, TABLE } from './calls-table.ts';

const get = (sk: string) => ({ TableName: TABLE, Key: keyOf(sk), ConsistentRead: true });
const onlyIfNew = { ConditionExpression: 'attribute_not_exists(pk)' };

describe('conditional writes', () => {
  let database: Awaited<ReturnType<typeof openEmbedded>>;
  beforeEach(async () => {
    database = await openEmbedded();
    await database.db.execute('PutItem', put('agent', { name: { S: 'Ada' } }));
  });
  afterEach(() => database.close());

  it('lets exactly one of many concurrent conditional writes win', async () => {
    const { db } = database;
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
    const { db } = database;

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
