import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openDynamoDb } from 'cdk-local/dynamodb/dynamodb.ts';
import { afterAll, inject } from 'vitest';
import { type Table, tableOf } from '../../../lambdas/platform/table/table.ts';
import { Peer } from '../peer.ts';
import { stackTable } from './stack-table.ts';

interface OpenTable {
  readonly table: Table;
  readonly close: () => Promise<void>;
}

/**
 * The product's table, empty and in memory, reached over HTTP by the SDK: on Amazon's DynamoDB Local in the project of
 * that name. Transactions conflict in both.
 */
export async function openTable(): Promise<OpenTable> {
  const dynamodbLocal = inject('dynamodbLocal');
  return dynamodbLocal && 'url' in dynamodbLocal ? openAmazonTable(dynamodbLocal.url) : openEmbeddedTable();
}

/** A table for all tests of a file, which closes after them. */
export async function tableOfFile(): Promise<Table> {
  const { table, close } = await openTable();
  afterAll(close);
  return table;
}

/** A table with a unique name: all test files share the server. */
async function openAmazonTable(url: string): Promise<OpenTable> {
  const client = clientOf(url);
  const { name: stackName, properties } = await stackTable();
  const name = `${stackName}-${randomUUID()}`;
  const { TimeToLiveSpecification: _timeToLive, StreamSpecification: _stream, ...input } = properties;
  await client.send(new CreateTableCommand({ TableName: name, BillingMode: 'PAY_PER_REQUEST', ...input }));
  return { table: tableOf(client, name), close: async () => client.destroy() };
}

async function openEmbeddedTable(): Promise<OpenTable> {
  const database = await openDynamoDb({ region: 'us-east-1' });
  const { name, properties } = await stackTable();
  await database.ensureTable(name, properties);
  const server = new Peer(async ({ headers, text }, response) => {
    const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
    const { status, body } = await database.execute(operation, JSON.parse(text));
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  });
  const client = clientOf(await server.listen());
  return {
    table: tableOf(client, name),
    close: async () => {
      client.destroy();
      await server.close();
      await database.close();
    },
  };
}

function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
}
