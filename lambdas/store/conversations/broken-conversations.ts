import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredCall } from '../../domain/calls/call.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Stores that a conversation lost its connection. Returns false if it was stored before or the call is over. */
export async function noteBrokenConversation(
  table: Table,
  { user_id, id, connection_id, broken_off }: StoredCall,
  sessionId: string,
): Promise<boolean> {
  const count = (broken_off?.count ?? 0) + 1;
  const fields = fieldUpdate({
    set: {
      broken_off: { session_id: sessionId, count, ...(connection_id !== undefined && { connection_id }) },
    },
    condition:
      '#status = :in_progress AND (attribute_not_exists(broken_off) OR broken_off.session_id <> :session)',
    values: { ':in_progress': 'in_progress', ':session': sessionId },
  });
  const Key = recordKey(user_id, 'call', id);
  return isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...fields })));
}
