import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const sqs = new SQSClient({});

interface StreamEvent {
  readonly Records: readonly {
    readonly dynamodb: { readonly Keys: { readonly id: { readonly S: string } } };
  }[];
}

/** Sends each new note of the table's stream to the queue of notes to be counted. */
export async function handler({ Records }: StreamEvent) {
  for (const { dynamodb } of Records) {
    await sqs.send(
      new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody: dynamodb.Keys.id.S }),
    );
  }
}
