import { DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';

const dynamodb = new DynamoDBClient({});

/** Counts the words of the notes that the queue names. */
export async function handler({ Records }: { readonly Records: readonly { readonly body: string }[] }) {
  for (const { body: id } of Records) {
    const note = { TableName: process.env.TABLE_NAME, Key: { id: { S: id } } };
    const { Item } = await dynamodb.send(new GetItemCommand(note));
    const words = (Item?.text?.S ?? '').split(/\s+/).filter(Boolean).length;
    await dynamodb.send(
      new UpdateItemCommand({
        ...note,
        UpdateExpression: 'SET words = :words',
        ExpressionAttributeValues: { ':words': { N: String(words) } },
      }),
    );
  }
}
