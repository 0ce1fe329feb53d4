import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';

const dynamodb = new DynamoDBClient({});

/** Stores a note; its words are counted later, by another function. */
export async function handler(event: { readonly body: string | null }) {
  const id = randomUUID();
  await dynamodb.send(
    new PutItemCommand({
      TableName: process.env.TABLE_NAME,
      Item: { id: { S: id }, text: { S: event.body ?? '' } },
    }),
  );
  return { statusCode: 201, body: JSON.stringify({ id }) };
}
