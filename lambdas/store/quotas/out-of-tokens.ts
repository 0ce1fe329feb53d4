import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Session } from '../../domain/conversations/conversation.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey, sessionKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Notes in a conversation that its user has used up the day's tokens; nothing for one that is over. */
export async function markOutOfTokens(table: Table, connectionId: string): Promise<void> {
  const mark = fieldUpdate({
    set: { out_of_tokens: true },
    add: { version: 1 },
    condition: 'attribute_exists(pk) AND attribute_not_exists(closed)',
  });
  await isWritten(() =>
    table.client.send(new UpdateCommand({ TableName: table.name, Key: sessionKey(connectionId), ...mark })),
  );
}

/** Tells the owner of a call why it is ended. */
export async function explainEnd(
  table: Table,
  { user_id, call_id }: Pick<Session, 'user_id' | 'call_id'>,
  reason: string,
): Promise<void> {
  const update = fieldUpdate({
    set: { error_message: reason },
    condition: 'attribute_exists(pk) AND attribute_not_exists(error_message)',
  });
  await isWritten(() =>
    table.client.send(
      new UpdateCommand({ TableName: table.name, Key: recordKey(user_id, 'call', call_id), ...update }),
    ),
  );
}
