import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Session } from '../../domain/conversations/session.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey, sessionKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Marks a conversation when its user's daily tokens are used up, unless it is over. */
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

/** Stores on a call, for its user, the reason why it is ended. */
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
