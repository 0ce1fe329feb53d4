import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded, serve, TABLE } from './calls-table.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const item = (sk: string, attributes: object = {}) => ({ pk: 'USER#1', sk, ...attributes });
const key = (sk: string) => ({ TableName: TABLE, Key: item(sk) });

describe('the document client of the AWS SDK', () => {
  let database: Awaited<ReturnType<typeof openEmbedded>>;
  let server: Awaited<ReturnType<typeof serve>>;
  let client: DynamoDBDocumentClient;
  beforeEach(async () => {
    database = await openEmbedded();
    server = await serve(database.db);
    const options = { endpoint: server.url, region: 'us-east-1', credentials };
    client = DynamoDBDocumentClient.from(new DynamoDBClient(options));
  });
  afterEach(async () => {
    client.destroy();
    await server.close();
    await database.close();
  });

  it('gets what it put', async () => {
    const call = item('call', {
      n: 1.5,
      list: ['a', null, true],
      map: { deep: { set: new Set(['x']) } },
      raw: new Uint8Array([1, 2]),
    });

    await client.send(new PutCommand({ TableName: TABLE, Item: call }));

    expect((await client.send(new GetCommand(key('call')))).Item).toEqual(call);
  });

  it('updates nested attributes, lists and counters', async () => {
    await client.send(new PutCommand({ TableName: TABLE, Item: item('call', { turns: ['a'], map: {} }) }));

    const { Attributes } = await client.send(
      new UpdateCommand({
        ...key('call'),
        UpdateExpression:
          'SET turns = list_append(turns, :turns), #map.deep = :v, n = if_not_exists(n, :zero) + :one REMOVE gone ADD tags :tags',
        ConditionExpression: 'attribute_exists(pk) AND (size(turns) < :many OR #map.deep IN (:v, :one))',
        ExpressionAttributeNames: { '#map': 'map' },
        ExpressionAttributeValues: {
          ':turns': ['b'],
          ':v': 'v',
          ':zero': 0,
          ':one': 1,
          ':many': 9,
          ':tags': new Set(['t']),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );

    expect(Attributes).toEqual(
      item('call', { turns: ['a', 'b'], map: { deep: 'v' }, n: 1, tags: new Set(['t']) }),
    );
  });

  it('pages through a list, newest first', async () => {
    const calls = Array.from({ length: 5 }, (_, index) => item(`CALL#${index}`, { number: '+15550100' }));
    const PutRequests = [...calls, item('AGENT#0')].map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TABLE]: PutRequests } }));
    const query = {
      TableName: TABLE,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': 'USER#1', ':prefix': 'CALL#' },
      ScanIndexForward: false,
    };

    const pages = [];
    for await (const { Items } of paginateQuery({ client, pageSize: 2 }, query))
      pages.push(Items?.map(({ sk }) => sk));

    expect(pages).toEqual([['CALL#4', 'CALL#3'], ['CALL#2', 'CALL#1'], ['CALL#0']]);
  });

  it('reads several items at once', async () => {
    await client.send(new PutCommand({ TableName: TABLE, Item: item('a') }));

    const batch = await client.send(
      new BatchGetCommand({ RequestItems: { [TABLE]: { Keys: [item('a'), item('b')] } } }),
    );
    const { Responses } = await client.send(
      new TransactGetCommand({ TransactItems: [{ Get: key('b') }, { Get: key('a') }] }),
    );

    expect(batch.Responses).toEqual({ [TABLE]: [item('a')] });
    expect(Responses?.map(({ Item }) => Item)).toEqual([undefined, item('a')]);
  });

  it('learns why a transaction was cancelled', async () => {
    await client.send(new PutCommand({ TableName: TABLE, Item: item('a', { state: 'ended' }) }));
    const again = {
      TableName: TABLE,
      Item: item('a'),
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    };

    const error = await client
      .send(
        new TransactWriteCommand({
          TransactItems: [{ Put: { TableName: TABLE, Item: item('b') } }, { Put: again }],
        }),
      )
      .catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error).toMatchObject({
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { state: { S: 'ended' } } },
      ],
    });
  });

  it.each([
    [{ ':unused': 1 }, 'Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}'],
    [undefined, 'An expression attribute value used in expression is not defined; attribute value: :s'],
  ])('reports values that do not match the expression: %o', async (values, message) => {
    const update = {
      ...key('a'),
      UpdateExpression: 'SET a = :s',
      ExpressionAttributeValues: values ? { ':s': 1, ...values } : { ':t': 1 },
    };

    await expect(client.send(new UpdateCommand(update))).rejects.toThrow(message);
  });
});
