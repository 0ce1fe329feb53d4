import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import type { Connection } from './service-process.ts';
import { TABLE_NAME, tableClient } from './table-client.ts';

/** The WebSocket connection stored with a call; undefined if there is none. */
export async function storedConnectionOf(
  connection: Connection,
  { id, user_id }: { readonly id: string; readonly user_id: string },
): Promise<string | undefined> {
  const client = tableClient(connection);
  const Key = recordKey(user_id, 'call', id);
  const { Item } = await client.send(new GetCommand({ TableName: TABLE_NAME, Key, ConsistentRead: true }));
  client.destroy();
  return Item?.connection_id;
}
