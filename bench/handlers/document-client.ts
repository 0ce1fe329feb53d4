import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** A handler with only the DynamoDB document client: the minimum of an API function. */
export async function handler(event: { readonly table: string; readonly pk: string }): Promise<unknown> {
  const { Item } = await client.send(new GetCommand({ TableName: event.table, Key: { pk: event.pk } }));
  return Item;
}
