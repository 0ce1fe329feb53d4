import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredCall } from '../../domain/calls/call.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Notes a lost connection. Returns false if it was noted, the call is over, or another conversation has begun. */
export async function noteBrokenConversation(
  table: Table,
  { user_id, id, connection_id, broken_off }: StoredCall,
  { sessionId, voiceRefused }: { readonly sessionId: string; readonly voiceRefused: boolean },
): Promise<boolean> {
  const refused_voice = voiceRefused ? sessionId : broken_off?.refused_voice;
  const isLast =
    connection_id === undefined ? 'attribute_not_exists(connection_id)' : 'connection_id = :connection';
  const fields = fieldUpdate({
    set: {
      broken_off: {
        session_id: sessionId,
        count: (broken_off?.count ?? 0) + 1,
        ...(connection_id !== undefined && { connection_id }),
        ...(refused_voice !== undefined && { refused_voice }),
      },
    },
    condition: `#status = :in_progress AND (attribute_not_exists(broken_off) OR broken_off.session_id <> :session) AND ${isLast}`,
    values: {
      ':in_progress': 'in_progress',
      ':session': sessionId,
      ...(connection_id !== undefined && { ':connection': connection_id }),
    },
  });
  const Key = recordKey(user_id, 'call', id);
  return isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...fields })));
}
