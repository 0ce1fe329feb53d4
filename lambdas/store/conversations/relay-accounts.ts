import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { RELAY_ACCOUNTS, relayAccountKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const relayAccount = z.object({ user_id: id, telephony_account_connection: id });
/** A user's own telephony account, which is about to open a WebSocket. */
export type RelayAccount = z.infer<typeof relayAccount>;

/** How long after an answered call its account may open a WebSocket, in seconds. */
const EXPECTED_SECONDS = 120;

/** Lets an account open a WebSocket from now on for a while: the handshake itself does not tell of which account it is. */
export async function expectRelay(table: Table, account: RelayAccount, now: Date): Promise<void> {
  const expires_at = Math.ceil(now.getTime() / 1000) + EXPECTED_SECONDS;
  const Item = { ...relayAccountKey(account.telephony_account_connection), ...account, expires_at };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

/** The accounts that may open a WebSocket now. */
export async function expectedRelays(table: Table, now: Date): Promise<RelayAccount[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'expires_at > :now',
      ExpressionAttributeValues: { ':pk': RELAY_ACCOUNTS, ':now': Math.floor(now.getTime() / 1000) },
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => relayAccount.parse(item));
}
