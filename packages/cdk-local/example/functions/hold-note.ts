import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const dynamodb = new DynamoDBClient({});

/** Answers when the note exists. */
export async function handler(event: { readonly pathParameters: { readonly id: string } }) {
  const note = { TableName: process.env.TABLE_NAME, Key: { id: { S: event.pathParameters.id } } };
  while (!(await dynamodb.send(new GetItemCommand(note))).Item) await wait(20);
  return { statusCode: 200, body: '' };
}
