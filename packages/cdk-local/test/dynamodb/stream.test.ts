import { describe, expect, it } from 'vitest';
import { changesOf, keyOf, openEmbedded, put, TABLE } from './calls-table.ts';

describe('the stream of a table', () => {
  it('has the images of each kind of write, in the order of the writes', async () => {
    const db = await openEmbedded();

    await db.execute('PutItem', put('call', { state: { S: 'new' } }));
    await db.execute('UpdateItem', {
      TableName: TABLE,
      Key: keyOf('call'),
      UpdateExpression: 'SET #s = :s',
      ExpressionAttributeNames: { '#s': 'state' },
      ExpressionAttributeValues: { ':s': { S: 'ended' } },
    });
    await db.execute('DeleteItem', { TableName: TABLE, Key: keyOf('call') });
    await db.execute('BatchWriteItem', {
      RequestItems: { [TABLE]: [{ PutRequest: { Item: put('batch').Item } }] },
    });
    await db.execute('TransactWriteItems', {
      TransactItems: [{ Put: put('one') }, { Delete: { TableName: TABLE, Key: keyOf('batch') } }],
    });

    const created = { ...keyOf('call'), state: { S: 'new' } };
    const ended = { ...keyOf('call'), state: { S: 'ended' } };
    expect(await changesOf(db)).toEqual([
      { eventName: 'INSERT', sk: 'call', before: undefined, after: created },
      { eventName: 'MODIFY', sk: 'call', before: created, after: ended },
      { eventName: 'REMOVE', sk: 'call', before: ended, after: undefined },
      { eventName: 'INSERT', sk: 'batch', before: undefined, after: keyOf('batch') },
      { eventName: 'INSERT', sk: 'one', before: undefined, after: keyOf('one') },
      { eventName: 'REMOVE', sk: 'batch', before: keyOf('batch'), after: undefined },
    ]);
  });

  it('has no record of a write that changed nothing, or that was refused', async () => {
    const db = await openEmbedded();
    const set = (members: string[]) => put('call', { tags: { SS: members }, at: { M: { a: { N: '1' } } } });
    await db.execute('PutItem', set(['a', 'b']));

    await db.execute('PutItem', set(['b', 'a']));
    await db.execute('DeleteItem', { TableName: TABLE, Key: keyOf('absent') });
    const refused = await db.execute('PutItem', {
      ...put('call', { other: { S: 'x' } }),
      ConditionExpression: 'attribute_not_exists(pk)',
    });

    expect(refused.status).toBe(400);
    expect(await changesOf(db)).toHaveLength(1);
  });

  it('has the position and the origin of each record', async () => {
    const db = await openEmbedded();
    await db.execute('PutItem', put('a'));
    await db.execute('PutItem', put('b'));

    const [first, second] = await db.stream(TABLE, 'test').read(10);

    expect(first).toMatchObject({
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      dynamodb: { Keys: keyOf('a'), StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    expect(second!.dynamodb.SequenceNumber > first!.dynamodb.SequenceNumber).toBe(true);
    expect(second!.eventID).not.toBe(first!.eventID);
  });

  it('wakes a reader at the next record, and stops it on request', async () => {
    const db = await openEmbedded();
    const cursor = db.stream(TABLE, 'test');
    const stop = new AbortController();

    const woken = cursor.waitForRecords(stop.signal);
    await db.execute('PutItem', put('a'));
    await woken;
    const [record] = await cursor.read(10);
    await cursor.checkpoint(record!.dynamodb.SequenceNumber);
    const waiting = cursor.waitForRecords(stop.signal);
    stop.abort();
    await waiting;

    expect(await cursor.read(10)).toEqual([]);
  });
});
