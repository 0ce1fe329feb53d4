import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const dynamodb = new DynamoDBClient({});

/** Returns a note, with the number of its words once they are counted, and of its repetitions if it has some. */
export async function handler(event: { readonly pathParameters: { readonly id: string } }) {
  const { Item } = await dynamodb.send(
    new GetItemCommand({
      TableName: process.env.TABLE_NAME,
      Key: { id: { S: event.pathParameters.id } },
      ConsistentRead: true,
    }),
  );
  if (!Item) return { statusCode: 404, body: '' };
  const [words, repeats] = [Item.words?.N, Item.repeats?.N];
  return {
    statusCode: 200,
    body: JSON.stringify({
      text: Item.text?.S,
      ...(words !== undefined && { words: Number(words) }),
      ...(repeats !== undefined && { repeats: Number(repeats) }),
    }),
  };
}
