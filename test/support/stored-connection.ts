import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { recordKey } from '../../lambdas/store/keys.ts';
import type { Connection } from './service-process.ts';

/** The WebSocket connection over which a call's conversation is held, as it is stored; undefined while there is none. */
export async function storedConnectionOf(
  connection: Connection,
  { id, user_id }: { readonly id: string; readonly user_id: string },
): Promise<string | undefined> {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: connection.aws_endpoint_url, region: 'us-east-1', credentials }),
  );
  const Key = recordKey(user_id, 'call', id);
  const { Item } = await client.send(new GetCommand({ TableName: 'phone-call-agents-staging', Key }));
  client.destroy();
  return Item?.connection_id;
}
