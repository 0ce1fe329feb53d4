import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredSession } from '../../domain/conversations/session.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { sessionKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

interface AgentsFields {
  readonly generation: number;
  readonly set: Partial<Pick<StoredSession, 'answer' | 'failures' | 'ending' | 'language' | 'expected_keys'>>;
}

/** The write that sets fields of a conversation, unless the callee spoke since the generation or it is closed. */
export const unlessInterrupted = (table: Table, connectionId: string, { generation, set }: AgentsFields) => ({
  TableName: table.name,
  Key: sessionKey(connectionId),
  ...fieldUpdate({
    set,
    add: { version: 1 },
    condition: 'generation = :generation AND attribute_not_exists(closed)',
    values: { ':generation': generation },
  }),
});

/** Returns false if the callee spoke since the generation, or the conversation is closed. */
export const setUnlessInterrupted = (
  table: Table,
  connectionId: string,
  fields: AgentsFields,
): Promise<boolean> =>
  isWritten(() => table.client.send(new UpdateCommand(unlessInterrupted(table, connectionId, fields))));

/** Whether the callee has spoken since. After a mere hang-up, what they asked for is still to be done. */
export async function isSuperseded(table: Table, connectionId: string, generation: number): Promise<boolean> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: sessionKey(connectionId),
      ProjectionExpression: 'generation, closed',
      ConsistentRead: true,
    }),
  );
  // The end of a conversation has a generation of its own. A deleted session is over, too.
  return Item !== undefined && Item.generation !== (Item.closed ? generation + 1 : generation);
}
