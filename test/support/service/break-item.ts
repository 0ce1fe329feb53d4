import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { recordKey, sessionKey } from '../../../lambdas/store/table/keys.ts';
import { until } from './api.ts';
import type { Connection } from './service-process.ts';
import { tableClient } from './table-client.ts';

interface CallIds {
  readonly id: string;
  readonly user_id: string;
}

/** Makes the stored conversation of a call one that no function can read: every frame of it fails. */
export async function breakConversation(connection: Connection, call: CallIds, TableName: string) {
  const client = tableClient(connection);
  const Key = await until('the conversation', async () => {
    const { Item } = await client.send(
      new GetCommand({ TableName, Key: callKey(call), ConsistentRead: true }),
    );
    // The call is written before the conversation.
    const key = sessionKey(String(Item?.connection_id));
    const session = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    return session.Item ? key : { waitingFor: Item };
  });
  await client.send(new UpdateCommand({ TableName, Key, ...broken('generation') }));
  client.destroy();
}

/** Makes a stored call one that no function can read: every callback about it fails. */
export async function breakCall(connection: Connection, call: CallIds, TableName: string) {
  const client = tableClient(connection);
  await client.send(new UpdateCommand({ TableName, Key: callKey(call), ...broken('status') }));
  client.destroy();
}

const callKey = ({ user_id, id }: CallIds) => recordKey(user_id, 'call', id);

/** Gives an attribute of an item that exists a value that it cannot have. */
const broken = (attribute: string) => ({
  UpdateExpression: 'SET #attribute = :broken',
  ConditionExpression: 'attribute_exists(pk)',
  ExpressionAttributeNames: { '#attribute': attribute },
  ExpressionAttributeValues: { ':broken': 'broken' },
});
