import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';

const dynamodb = new DynamoDBClient({});

/** Records that it was invoked for a note, and fails. */
export async function handler({ detail }: { readonly detail: { readonly id: string } }) {
  await dynamodb.send(
    new UpdateItemCommand({
      TableName: process.env.TABLE_NAME,
      Key: { id: { S: detail.id } },
      UpdateExpression: 'ADD repeats :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }),
  );
  throw new Error('There is no archive');
}
