import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const dynamodb = new DynamoDBClient({});
const sqs = new SQSClient({});

/** Counts a repetition of the note that the queue names, and sends itself a message for the remaining ones. */
export async function handler({ Records }: { readonly Records: readonly { readonly body: string }[] }) {
  for (const { body } of Records) {
    const { id, left } = JSON.parse(body) as { readonly id: string; readonly left: number };
    await dynamodb.send(
      new UpdateItemCommand({
        TableName: process.env.TABLE_NAME,
        Key: { id: { S: id } },
        UpdateExpression: 'ADD repeats :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
    );
    if (left === 1) continue;
    const MessageBody = JSON.stringify({ id, left: left - 1 });
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody }));
  }
}
